import type { ShellProps } from "./shell-types";

type StoreProps = Pick<ShellProps, "words" | "stores" | "switchStore">;

/** The name of the store; with several stores, also a menu of the others. */
export function StoreSwitch(props: StoreProps) {
  const name = props.stores.find(({ current }) => current)?.name;
  if (props.stores.length < 2)
    return (
      <p className="px-2.5 pt-2 pb-4 text-section font-semibold">
        <bdi>{name}</bdi>
      </p>
    );
  return (
    <details className="pb-4">
      <summary className="flex min-h-9 list-none items-center justify-between gap-2 rounded-sm px-2.5 py-1 hover:bg-sheet [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <bdi className="block truncate text-section font-semibold">{name}</bdi>
          <span className="text-note text-ink-2 underline underline-offset-2">
            {props.words.text("switchStore")}
          </span>
        </span>
      </summary>
      <div className="pt-1">
        <StoreList {...props} />
      </div>
    </details>
  );
}

/** One button for each of the other stores. */
export function StoreList({ stores, switchStore, words }: StoreProps) {
  if (stores.length < 2) return null;
  return (
    <form
      action={switchStore}
      method={typeof switchStore === "string" ? "post" : undefined}
      aria-label={words.text("switchStore")}
    >
      <ul className="grid border-y border-rule py-1">
        {stores
          .filter(({ current }) => !current)
          .map(({ id, name, account }) => (
            <li key={id}>
              <button
                type="submit"
                name="store"
                value={id}
                className="min-h-11 w-full rounded-sm px-2.5 py-1 text-start hover:bg-sheet nav:min-h-8"
              >
                <bdi className="wrap-anywhere">{name}</bdi>
                {account ? <bdi className="block text-note text-ink-2">{account}</bdi> : null}
              </button>
            </li>
          ))}
      </ul>
    </form>
  );
}
