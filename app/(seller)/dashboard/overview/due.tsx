import { addressOf } from "@/app/_lists/filters";
import { LineBar } from "@/components/dashboard/bar-chart";
import { Press, TextLink } from "@/components/dashboard/pieces";
import { Section } from "@/components/ui/blocks";
import { isFailureReason } from "@/lib/domain/failure-reason";
import { formatMoney, formatNumber } from "@/lib/domain/money";
import { may } from "@/lib/domain/roles";
import { remindAllAction } from "../list-actions";
import { invoicesPath, ordersPath, subscriptionsPath } from "../paths";
import { dayFormat } from "./figures";
import type { Part } from "./today";

/** Renewals of the next two weeks as a calendar, who is late, and invoices that fall due. */
export function IsDue({ who, today }: Part) {
  const { words, seller } = who;
  const { calendar, subscribers, owed, week } = today;
  const count = calendar.reduce((all, { renewals }) => all + renewals, 0);
  const last = calendar.at(-1)?.day ?? week.today;
  const hasSubscribers = count + subscribers.active + subscribers.inGrace > 0;
  const view = (name: "active" | "grace") => addressOf(subscriptionsPath, { view: name });
  if (!hasSubscribers && owed.count === 0) return null;
  return (
    <Section
      title={words.text("isDue")}
      aside={
        hasSubscribers ? (
          <>
            <TextLink href={view("active")}>
              {words.text("activeNow", { count: subscribers.active })}
            </TextLink>
            {" · "}
            <TextLink href={view("grace")}>
              {words.text("inGraceNow", { count: formatNumber(subscribers.inGrace, words.lang) })}
            </TextLink>
          </>
        ) : null
      }
    >
      {hasSubscribers ? (
        <>
          <p className="pt-4">
            <TextLink href={renewalsOf(week.today, last)}>
              {words.text("renewalsIn", { count, days: String(calendar.length) })}
            </TextLink>
          </p>
          <Calendar who={who} today={today} />
          {count > 0 && may(seller.role, "order.handle") ? (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-3">
              <Press action={remindAllAction}>{words.text("remindAll")}</Press>
              <span className="min-w-0 flex-1 basis-40 text-label text-ink-2">
                {words.text("remindAllHelp")}
              </span>
            </div>
          ) : null}
        </>
      ) : null}
      {owed.count > 0 ? (
        <p className="mt-4 border-t border-rule pt-3">
          <TextLink href={addressOf(invoicesPath, { due_from: week.today, due_to: last })}>
            {words.text("owedUntil", {
              ...{ count: owed.count, day: dayFormat(words, { day: "numeric", month: "short" })(last) },
              amount: owed.owed.map((one) => formatMoney(one, words.lang)).join(", "),
            })}
          </TextLink>
        </p>
      ) : null}
    </Section>
  );
}

function renewalsOf(from: string, to: string): string {
  return addressOf(subscriptionsPath, { view: "active", ends_from: from, ends_to: to });
}

/** The more renewals a day has, the stronger. */
const tints = ["bg-sunk", "bg-brand/15", "bg-brand/25", "bg-brand/40"];

/** Two lines of a week each, from today on: each column is one day of the week. */
function Calendar({ who, today: { calendar, week } }: Part) {
  const { words } = who;
  const named = dayFormat(words, { weekday: "short" });
  const long = dayFormat(words, { weekday: "long", day: "numeric", month: "long" });
  const most = Math.max(1, ...calendar.map(({ renewals }) => renewals));
  return (
    <ol className="grid grid-cols-7 gap-px pt-3">
      {calendar.map(({ day, renewals }, index) => {
        const edge = day === week.today ? "border-ink" : "border-transparent";
        const tint = tints[Math.ceil((3 * renewals) / most)] ?? "bg-sunk";
        const look = `flex min-h-14 flex-col items-center justify-center rounded-sm border text-center ${edge} ${tint}`;
        const inside = (
          <>
            <span aria-hidden="true" className="text-note text-ink-2">
              {index < 7 ? <span className="max-sm:block">{named(day)} </span> : null}
              {Number(day.slice(8))}
            </span>
            <span aria-hidden="true" className="min-h-5 font-medium">
              {renewals > 0 ? formatNumber(renewals, words.lang) : ""}
            </span>
          </>
        );
        return (
          <li key={day}>
            {renewals > 0 ? (
              <a
                href={renewalsOf(day, day)}
                aria-label={words.text("renewalsOn", { day: long(day), count: renewals })}
                className={`${look} hover:border-brand`}
              >
                {inside}
              </a>
            ) : (
              <span className={look}>{inside}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Why orders of the last seven days failed, as bars; each opens its orders. */
export function Failures({ who, today }: Part) {
  const { words } = who;
  const known = today.failures.flatMap(({ reason, orders }) =>
    isFailureReason(reason) ? { reason, orders } : [],
  );
  const most = Math.max(1, ...known.map(({ orders }) => orders));
  if (known.length === 0) return null;
  return (
    <Section title={words.text("whyFailed")} aside={words.text("period_week")}>
      <ul className="grid gap-3 pt-4">
        {known.map(({ reason, orders }) => (
          <li key={reason}>
            <a
              href={addressOf(ordersPath, { payment_status: "failed", when: "week", refused: reason })}
              className="group grid grid-cols-[1fr_auto] gap-x-4"
            >
              <span className="underline-offset-2 first-letter:uppercase group-hover:underline">
                {words.text(`because_${reason}`)}
              </span>
              <span className="font-medium tabular-nums">{formatNumber(orders, words.lang)}</span>
              <LineBar share={orders / most} className="col-span-2 mt-1 h-2 bg-sunk fill-bad" />
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
