import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/page-header";
import { Timestamp } from "@/components/ui/timestamp";
import { formatMoney } from "@/lib/domain/money";
import { say } from "@/lib/domain/problem";
import type { ScheduleView } from "@/lib/services/money/out/payouts/schedule";
import { problemText } from "@/lib/text/problem";
import { stopScheduleAction } from "./actions";
import { timesText } from "./automatic/words";
import { automaticPath } from "./paths";

/** When the next payout goes out by itself, how much that will be, and why not, in the wallet. */
export function AutomaticPayouts(props: {
  schedule: ScheduleView | null;
  timeZone: string;
  /** Whether this person may change them. */
  mayChange: boolean;
  words: DashboardWords;
}) {
  const { schedule, mayChange, words } = props;
  const set = <ButtonLink href={automaticPath}>{words.text("automaticSetUp")}</ButtonLink>;
  const why = schedule?.waitReason ? problemText(words.lang, say(schedule.waitReason)) : null;
  return (
    <Section title={words.text("automatic")}>
      {schedule?.next ? (
        <div className="grid gap-4 pt-4">
          {why ? (
            <Notice tone="warn" title={words.text("automaticLast")}>
              {why}
            </Notice>
          ) : null}
          <ScheduleFacts {...props} schedule={schedule} next={schedule.next} />
          {mayChange ? (
            <div className="flex flex-wrap gap-2">
              <ButtonLink href={automaticPath}>{words.text("automaticChange")}</ButtonLink>
              <ActionForm to={{ action: stopScheduleAction, fields: {} }}>
                <Button>{words.text("automaticStop")}</Button>
              </ActionForm>
            </div>
          ) : null}
        </div>
      ) : (
        <EmptyState
          sentence={why ? `${words.text("automaticOff")}. ${why}` : words.text("automaticNone")}
          action={mayChange ? set : undefined}
        />
      )}
    </Section>
  );
}

function ScheduleFacts({
  schedule,
  next,
  timeZone,
  words,
}: {
  schedule: ScheduleView;
  next: NonNullable<ScheduleView["next"]>;
  timeZone: string;
  words: DashboardWords;
}) {
  const { currency, minMinor, keepMinor, destinationLabel } = schedule;
  const money = (minor: bigint) => formatMoney({ minor, currency }, words.lang);
  const at = <Timestamp key="at" at={next.at} timeZone={timeZone} locale={words.locale} />;
  return (
    <div className="max-w-[40rem]">
      <Facts
        items={[
          { label: words.text("automaticWhen"), value: timesText(schedule, words) },
          { label: words.text("toWhom"), value: <bdi className="wrap-anywhere">{destinationLabel}</bdi> },
          {
            label: words.text("automaticNext"),
            value: next.problem ? (
              <>
                {words.rich("automaticNothing", { at })} {problemText(words.lang, next.problem)}
              </>
            ) : (
              words.rich("automaticExpected", { at, amount: money(next.amountMinor) })
            ),
          },
          ...(minMinor > 0n ? [{ label: words.text("automaticFrom"), value: money(minMinor) }] : []),
          ...(keepMinor > 0n ? [{ label: words.text("automaticKept"), value: money(keepMinor) }] : []),
        ]}
      />
    </div>
  );
}
