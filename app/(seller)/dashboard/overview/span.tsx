import { Amount } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Disclosure, Notice, Section, Tabs } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { Table } from "@/components/ui/table";
import { formatNumber } from "@/lib/domain/money";
import { type Overview, readOverview } from "@/lib/services/desk/overview/read";
import { type Chosen, chosenMax, type Span, spans } from "@/lib/services/desk/overview/sums";
import { ordersPath, productPath } from "../paths";
import type { AtStore } from "../words";
import { DailyChart, dayFormat, OverviewFigures } from "./figures";
import { Networks, RenewalShares } from "./parts";

/** What a span of days brought, and of what it came. */
export async function SpanPart(props: { who: AtStore; chosen: Chosen; isUnread: boolean }) {
  const { chosen, isUnread, who } = props;
  const { words } = who;
  const overview = await readOverview(who.world, who.caller, chosen);
  const { collected, span } = overview;
  const shown = collected.find(({ payments }) => payments > 0) ?? collected[0];
  return (
    <>
      <OwnDays {...{ chosen, isUnread, words, span }} />
      <StillCounted {...{ overview, words }} />
      <OverviewFigures overview={overview} words={words} />
      {shown ? <DailyChart collected={shown} span={span} words={words} /> : null}
      <div className="mt-10 grid gap-x-10 gap-y-10 nav:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0">
          <TopProducts products={overview.topProducts} words={words} />
          <Networks overview={overview} words={words} />
        </div>
        <div className="min-w-0">
          <RenewalShares overview={overview} words={words} />
        </div>
      </div>
    </>
  );
}

/** Some of what has happened is not in the figures yet. */
export function StillCounted(props: { overview: { isBehind: boolean }; words: DashboardWords }) {
  if (!props.overview.isBehind) return null;
  return (
    <div className="my-4">
      <Notice tone="info" title={props.words.text("stillCounted")} />
    </div>
  );
}

/** Today, the last few days, or any others. The address says it, so the page can be marked and sent on. */
export function SpanTabs({ chosen, words }: { chosen: Chosen | null; words: DashboardWords }) {
  return (
    <Tabs
      label={words.text("span")}
      items={[
        { href: "/dashboard", label: words.text("period_today"), current: chosen === null },
        ...spans.map((count) => ({
          href: `/dashboard?days=${count}`,
          label: words.text("lastDays", { count: String(count) }),
          current: count === chosen,
        })),
      ]}
    />
  );
}

function OwnDays(props: { chosen: Chosen; isUnread: boolean; span: Span; words: DashboardWords }) {
  const { chosen, isUnread, span, words } = props;
  const otherDays = isUnread ? words.text("daysUnread") : whyOtherDays(chosen, span, words);
  return (
    <div className="-mt-4 mb-6">
      <Disclosure summary={words.text("ownDays")} open={typeof chosen !== "number"}>
        <form action="/dashboard" method="get" className="flex flex-wrap items-end gap-4">
          {(["from", "to"] as const).map((name) => (
            <Input
              key={name}
              {...{ type: "date", name, label: words.text(name), max: span.today, required: true }}
              defaultValue={name === "from" ? span.first : span.last}
            />
          ))}
          <Button>{words.text("showDays")}</Button>
        </form>
      </Disclosure>
      {otherDays ? (
        <div className="mt-4">
          <Notice tone="warn" title={otherDays} />
        </div>
      ) : null}
    </div>
  );
}

/** Why the days shown are not those that were asked for. */
function whyOtherDays(chosen: Chosen, { first, last, today }: Span, words: DashboardWords): string | null {
  if (typeof chosen === "number") return null;
  const day = dayFormat(words, { dateStyle: "medium" });
  const days = { first: day(first), last: day(last) };
  if (chosen.to > today) return words.text("daysToCome", days);
  return chosen.from < first ? words.text("daysTooMany", { ...days, max: String(chosenMax) }) : null;
}

function TopProducts({ products, words }: { products: Overview["topProducts"]; words: DashboardWords }) {
  if (products.length === 0) return null;
  return (
    <Section title={words.text("topProducts")} aside={words.text("topProductsAside")}>
      <Table
        caption={words.text("topProducts")}
        columns={[
          { label: words.text("product") },
          { label: words.text("sold"), align: "end", onPhone: words.text("sold") },
          { label: words.text("amount"), align: "end" },
        ]}
        rows={products.map(({ of, id, name, quantity, minor, currency }) => ({
          key: `${of} ${id}`,
          cells: [
            <a
              key="name"
              href={of === "link" ? `${ordersPath}?link=${id}` : productPath(id)}
              className="underline-offset-2 hover:underline"
            >
              <bdi>{name}</bdi>
            </a>,
            formatNumber(quantity, words.lang),
            <Amount lang={words.lang} key="amount" minor={minor} currency={currency} />,
          ],
        }))}
      />
    </Section>
  );
}
