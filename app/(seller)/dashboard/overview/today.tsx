import type { ReactNode } from "react";
import { addressOf } from "@/app/_lists/filters";
import { stamp } from "@/app/_lists/list-view";
import { BarChart } from "@/components/dashboard/bar-chart";
import { TextLink } from "@/components/dashboard/pieces";
import { Section } from "@/components/ui/blocks";
import { addDays } from "@/lib/domain/civil-date";
import { exponentOf, formatMoney } from "@/lib/domain/money";
import type { Takings, Today } from "@/lib/services/desk/overview/today";
import { automaticPath, payoutsPath, walletPath } from "../paths";
import type { AtStore } from "../words";
import { comparison, dayFormat, Money, paidIn } from "./figures";

export interface Part {
  who: AtStore;
  today: Today;
}

/** Today by the hour, and the last seven days beside the seven before. The figures of an example lead nowhere. */
export function CameIn({ who, today, isExample }: Part & { isExample?: boolean }) {
  const { words } = who;
  // Where nothing came in the store's own currency, another that has something.
  const taken = today.money.find(({ days }) => days.some(({ payments }) => payments > 0)) ?? today.money[0];
  if (!taken) return null;
  const { currency, hours, days } = taken;
  const { week } = today;
  const money = (minor: bigint) => formatMoney({ minor, currency }, words.lang);
  const short = dayFormat(words, { weekday: "short", day: "numeric" });
  const seven = days.slice(days.length / 2);
  const before = days.slice(0, days.length / 2);
  const weekBefore = before.reduce((all, { minor }) => all + minor, 0n);
  const said = { currency, first: short(week.first), last: short(week.last) };
  const name = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  const textOf = (value: number) => money(BigInt(Math.round(value)));
  const linkTo = (span: Parameters<typeof paidIn>[0]) =>
    isExample ? undefined : paidIn(span, currency, today.money.length);
  return (
    <Section title={words.text("cameIn")}>
      <div className="grid gap-x-10 gap-y-6 pt-4 sm:grid-cols-2">
        <div className="min-w-0">
          <Headline
            label={words.text("period_today")}
            href={linkTo({ first: week.today, last: week.today })}
            note={words.text("paymentCount", { count: taken.today.payments })}
          >
            <Money minor={taken.today.minor} currency={currency} words={words} />
          </Headline>
          <BarChart
            label={words.text("hoursLabel", { currency })}
            bars={hours.map((minor, hour) => ({
              ...{ key: name(hour), value: atLeastNone(minor) },
              text: `${name(hour)}: ${money(minor)}`,
            }))}
            marks={[name(0), name(12), name(23)]}
            textOf={textOf}
          />
        </div>
        <div className="min-w-0">
          <Headline
            label={words.text("period_week")}
            href={linkTo(week)}
            note={comparison({ minor: taken.week.minor, beforeMinor: weekBefore, currency }, 7, words)}
          >
            <Money minor={taken.week.minor} currency={currency} words={words} />
          </Headline>
          <BarChart
            label={words.text("chartLabel", said)}
            bars={seven.map(({ day, minor }, index) => ({
              ...{ key: day, value: atLeastNone(minor), before: atLeastNone(before[index]?.minor ?? 0n) },
              text: words.text("andBefore", {
                ...{ day: short(day), amount: money(minor) },
                before: money(before[index]?.minor ?? 0n),
              }),
            }))}
            marks={[seven[0], seven[3], seven[6]].flatMap((one) => (one ? short(one.day) : []))}
            textOf={textOf}
          />
        </div>
      </div>
    </Section>
  );
}

/** A made-up day in the store's own currency, for who has none yet. */
export function exampleOf(today: Today, currency: string): Today {
  const step = 150n * 10n ** BigInt(exponentOf(currency));
  const sales = [0, 0, 0, 0, 0, 0, 0, 1, 3, 4, 2, 3, 6, 4, 2, 3, 5, 7, 4, 2, 1, 0, 0, 0];
  const came = (payments: number) => ({ payments, minor: BigInt(payments) * step });
  const days = [28, 30, 26, 38, 41, 45, 22, 31, 34, 29, 44, 47, 52, 47];
  const own = {
    ...{ currency, today: came(47), week: came(284) },
    hours: sales.map((count) => came(count).minor),
    days: days.map((count, index) => ({ day: addDays(today.week.last, index - 13), ...came(count) })),
    ...{ heldMinor: 0n, availableMinor: 0n, goingMinor: 0n, paidOutMinor: 0n },
  };
  return { ...today, money: [own] };
}

/** What was given back may be more than what came in; a bar has no less than nothing. */
function atLeastNone(minor: bigint): number {
  return Math.max(0, Number(minor));
}

function Headline(props: { label: string; href: string | undefined; note: string; children: ReactNode }) {
  const { label, href, note, children } = props;
  return (
    <a href={href} className="group block">
      <span className="block text-label text-ink-2">{label}</span>
      <span className="block text-figure font-medium tracking-[-0.02em] underline-offset-4 group-hover:underline">
        {children}
      </span>
      <span className="block min-h-5 text-label text-ink-2">{note}</span>
    </a>
  );
}

/** The way of the money that we hold to its payout: how much stands where. On a phone one stop below the other. */
export function MoneyWay({ who, today }: Part) {
  const { words } = who;
  const { money, schedule } = today;
  const shown = money.filter(
    (taken, index) => index === 0 || stops(taken, today).some(({ minor }) => minor > 0n),
  );
  if (shown.length === 0) return null;
  const next = schedule?.next;
  return (
    <Section
      title={words.text("whereMoneyIs")}
      aside={
        schedule && next && !next.problem ? (
          <TextLink href={automaticPath}>
            {words.rich("nextPayoutTo", {
              at: stamp(next.at, who),
              amount: formatMoney({ minor: next.amountMinor, currency: schedule.currency }, words.lang),
              account: <bdi>{schedule.destinationLabel}</bdi>,
            })}
          </TextLink>
        ) : (
          <TextLink href={automaticPath}>{words.text("automaticSetUp")}</TextLink>
        )
      }
    >
      {shown.map((taken) => (
        <ol key={taken.currency} className="border-b border-rule sm:grid sm:grid-cols-4">
          {stops(taken, today).map(({ key, href, minor }) => (
            <li
              key={key}
              className="relative border-rule not-last:max-sm:border-b sm:px-4 sm:first:ps-0 sm:not-first:border-s sm:not-last:after:absolute sm:not-last:after:-end-[5px] sm:not-last:after:top-[calc(50%-5px)] sm:not-last:after:size-[9px] sm:not-last:after:rotate-45 sm:not-last:after:border-e sm:not-last:after:border-t sm:not-last:after:border-field sm:not-last:after:bg-paper rtl:sm:not-last:after:-rotate-135"
            >
              <a
                href={href}
                className="group flex min-h-11 items-center justify-between gap-4 py-2 sm:block sm:py-3"
              >
                <span className="block text-label text-ink-2">{words.text(key)}</span>
                <span
                  className={`block text-section font-medium underline-offset-2 group-hover:underline ${minor === 0n ? "text-ink-2" : ""}`}
                >
                  {formatMoney({ minor, currency: taken.currency }, words.lang)}
                </span>
              </a>
            </li>
          ))}
        </ol>
      ))}
    </Section>
  );
}

function stops(taken: Takings, today: Today) {
  const { currency, heldMinor, availableMinor, goingMinor, paidOutMinor } = taken;
  const of = today.money.length > 1 ? { currency } : undefined;
  return [
    { key: "onHold", href: `${walletPath}#holds`, minor: heldMinor },
    { key: "available", href: walletPath, minor: availableMinor },
    { key: "beingPaidOut", href: addressOf(payoutsPath, { status: "under_way", ...of }), minor: goingMinor },
    {
      key: "wayGone",
      href: addressOf(payoutsPath, { status: "paid", when: "week", ...of }),
      minor: paidOutMinor,
    },
  ] as const;
}
