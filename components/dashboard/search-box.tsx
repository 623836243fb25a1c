import type { ShellProps } from "./shell-types";

type Props = Pick<ShellProps, "search" | "words">;

/** A search field that opens the palette. It is a plain form, so without scripts it leads to the page of results. */
export function SearchBox({ id, search, words, keys }: Props & { id: string; keys?: string }) {
  return (
    <search>
      <form action={search.href} method="get" className="relative">
        <label htmlFor={id} className="sr-only">
          {words.text("search")}
        </label>
        <input
          id={id}
          name="q"
          type="search"
          defaultValue={search.typed ?? ""}
          placeholder={words.text("find")}
          maxLength={254}
          autoComplete="off"
          data-palette=""
          aria-keyshortcuts={keys}
          className="min-h-11 w-full rounded-sm border border-field bg-sheet px-3 pe-16 text-touch text-ellipsis text-ink placeholder:text-ink-2 nav:min-h-8 nav:w-[20rem] nav:text-body"
        />
        {keys ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 bg-sheet text-label text-ink-2"
          >
            Ctrl K
          </span>
        ) : null}
      </form>
    </search>
  );
}

/** What the script of the palette fills (palette.ts). */
export function Palette({ search, words }: Props) {
  const texts = { lately: words.text("lately"), nothing: words.text("paletteNothing") };
  const troubles = { busy: words.text("paletteBusy"), failed: words.text("paletteFailed") };
  const said = Object.entries({ ...texts, ...troubles, keys: words.text("paletteKeys") });
  return (
    <dialog
      aria-label={words.text("search")}
      data-search={`${search.href}/live`}
      {...Object.fromEntries(said.map(([name, text]) => [`data-${name}`, text]))}
      className="mx-auto mt-[8dvh] max-h-[80dvh] w-[38rem] max-w-[calc(100vw-1rem)] overflow-hidden rounded-sm border border-field bg-sheet p-0 text-ink backdrop:bg-paper/70"
    >
      <form action={search.href} method="get" className="flex max-h-[80dvh] flex-col">
        <input
          name="q"
          type="search"
          role="combobox"
          aria-label={words.text("search")}
          aria-expanded="true"
          aria-controls="found"
          placeholder={words.text("find")}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          className="min-h-12 shrink-0 border-b border-rule bg-transparent px-4 text-touch outline-offset-[-2px] placeholder:text-ink-2"
        />
        <div id="found" role="listbox" aria-label={words.text("search")} className="overflow-y-auto pb-2" />
        <p role="status" className="border-t border-rule px-4 py-2 text-label text-ink-2">
          {words.text("paletteKeys")}
        </p>
      </form>
    </dialog>
  );
}
