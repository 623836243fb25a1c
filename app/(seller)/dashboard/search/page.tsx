import { EmptyState, Section } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { foundMax } from "@/lib/services/desk/search/find";
import { SellerPage, sellerPage } from "../seller-page";
import { titled } from "../words";
import { foundGroups } from "./groups";

export const generateMetadata = titled("search");

/** One field for everything of the store; the box at the top of every page leads here. */
export default sellerPage("search", async (who, { search }) => {
  const { world, caller, words } = who;
  const { q } = search;
  const typed = typeof q === "string" ? q.slice(0, 254) : "";
  const groups = typed.trim() ? await foundGroups(world, caller, typed, words) : null;
  return (
    <SellerPage {...who} typed={typed} title={words.text("search")} purpose={words.text("searchPurpose")}>
      <form method="get" className="grid max-w-[36rem] items-end gap-3 sm:grid-cols-[1fr_auto]">
        <Input
          name="q"
          id="q"
          type="search"
          autoFocus={typed === ""}
          label={words.text("searchLabel")}
          defaultValue={typed}
          maxLength={254}
        />
        <Button look="primary">{words.text("search")}</Button>
      </form>
      <div className="mt-8" role="status">
        {groups?.length === 0 ? (
          <EmptyState sentence={words.rich("searchNothing", { typed: <bdi>{typed}</bdi> })} />
        ) : null}
        {groups?.map(({ title, lines }) => (
          <Section key={title} title={title}>
            <ul>
              {lines.map((line) => (
                <li key={line.href} data-row="" className="border-b border-rule">
                  <a
                    href={line.href}
                    className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 py-2 hover:underline hover:underline-offset-2"
                  >
                    <bdi className="font-medium">{line.title}</bdi>
                    <bdi className="text-ink-2">{line.more}</bdi>
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        ))}
        {groups?.some(({ lines }) => lines.length === foundMax) ? (
          <p className="mt-4 text-label text-ink-2">
            {words.text("searchNewest", { count: String(foundMax) })}
          </p>
        ) : null}
      </div>
    </SellerPage>
  );
});
