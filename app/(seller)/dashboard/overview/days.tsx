import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Input } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Tabs } from "@/components/ui/tabs";
import { type Chosen, chosenMax, type Span, spans } from "@/lib/services/desk/overview/span";
import { dayFormat } from "./daily-chart";

/** Which days are shown: the last few, or any others. The address says it, so the page can be marked and sent on. */
export function DaysShown(props: { chosen: Chosen; isUnread: boolean; span: Span; words: DashboardWords }) {
  const { chosen, isUnread, span, words } = props;
  const otherDays = isUnread ? words.text("daysUnread") : whyOtherDays(chosen, span, words);
  return (
    <>
      <Tabs
        label={words.text("span")}
        items={spans.map((count) => ({
          href: count === 30 ? "/dashboard" : `/dashboard?days=${count}`,
          label: words.text("lastDays", { count: String(count) }),
          current: count === chosen,
        }))}
      />
      <div className="-mt-4 mb-6">
        <Disclosure summary={words.text("ownDays")} open={typeof chosen !== "number"}>
          <form action="/dashboard" method="get" className="flex flex-wrap items-end gap-4">
            <Input
              type="date"
              name="from"
              label={words.text("from")}
              defaultValue={span.first}
              max={span.today}
              required
            />
            <Input
              type="date"
              name="to"
              label={words.text("to")}
              defaultValue={span.last}
              max={span.today}
              required
            />
            <Button>{words.text("showDays")}</Button>
          </form>
        </Disclosure>
        {otherDays ? (
          <div className="mt-4">
            <Notice tone="warn" title={otherDays} />
          </div>
        ) : null}
      </div>
    </>
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
