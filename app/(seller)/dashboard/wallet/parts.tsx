import type { Filter } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { moment, stamp, standing } from "@/app/_lists/list-view";
import { BarChart } from "@/components/dashboard/bar-chart";
import { Amount, Figures } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { TextLink } from "@/components/dashboard/pieces";
import { Notice, type StatusTone } from "@/components/ui/blocks";
import { formatMoney, isCurrency } from "@/lib/domain/money";
import type { PayoutTimes } from "@/lib/domain/transfer";
import type { PayoutRow } from "@/lib/services/money/out/payouts/read";
import { readWallets, type WalletView } from "@/lib/services/money/wallet/read";
import type { StatementLine } from "@/lib/services/money/wallet/statement";
import { payoutPath } from "../paths";
import type { AtStore } from "../words";

export const payoutTones: Record<PayoutRow["status"], StatusTone> = {
  requested: "warn",
  sent: "warn",
  paid: "ok",
  failed: "bad",
  returned: "bad",
};

/** Those of the newest in the wallet, too. */
export const payoutColumns: Column<PayoutRow>[] = [
  {
    label: "toWhom",
    cell: ({ id, destinationLabel }) => (
      <a href={payoutPath(id)} className="underline-offset-2 hover:underline">
        <bdi>{destinationLabel}</bdi>
      </a>
    ),
  },
  standing(payoutTones, "payout", ({ status }) => status),
  { label: "when", cell: ({ createdAt }, reading) => moment(createdAt, reading) },
  {
    label: "fee",
    onPhone: true,
    money: ({ feeMinor, currency }) => ({ minor: feeMinor, currency }),
  },
  {
    label: "amount",
    money: ({ amountMinor, currency }) => ({ minor: amountMinor, currency }),
  },
];

const told = [
  ...(["payment_settled", "payment_reversed", "hold_released"] as const),
  ...(["refund_requested", "refund_paid", "refund_failed", "refund_reversed"] as const),
  ...(["payout_requested", "payout_paid", "payout_returned", "payout_reversed"] as const),
  ...(["suspense_received", "suspense_allocated", "suspense_returned"] as const),
  ...(["suspense_return_failed", "suspense_return_reversed", "suspense_reversed"] as const),
  ...(["second_received", "dispute_reserved", "dispute_released", "correction"] as const),
];

/** What a line of the statement was, in plain words: "Payment for ORD-000042". */
export function lineText(line: StatementLine, words: DashboardWords): string {
  const { about } = line;
  const kind = told.find((one) => one === line.kind);
  if (!kind) return line.kind.replaceAll("_", " ");
  if (kind === "hold_released" && !about) return words.text("line_a_hold_released");
  return words.loose(`line_${kind}`, {
    order: about?.type === "order" ? about.number : words.text("someOrder"),
    account: about?.type === "payout" ? about.destination : words.text("someAccount"),
    reason: about?.type === "correction" ? about.reason : "",
    amount: formatMoney({ minor: amountOf(line), currency: line.currency }, words.lang),
  });
}

/** What moved, where the sentence says so. */
function amountOf({ about, kind, effects }: StatementLine): bigint {
  if (about?.type === "payout") return about.amountMinor;
  const minor = kind === "refund_paid" ? effects.refundInFlightMinor : effects.suspenseMinor;
  return minor < 0n ? -minor : minor;
}

/** The second of January 2023 was a Monday, so its week has each day under its own number. */
export function weekdayName(day: number, { locale }: DashboardWords): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  return format.format(Date.UTC(2023, 0, 1 + day));
}

export function writtenHour(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

/** "Every day at 06:00", "Friday at 18:00, every week". */
export function timesText({ weekday, hour }: PayoutTimes, words: DashboardWords): string {
  const at = { hour: writtenHour(hour) };
  if (weekday === null) return words.text("automaticDaily", at);
  const named = weekdayName(weekday, words);
  const day = named.charAt(0).toLocaleUpperCase(words.locale) + named.slice(1);
  return words.text("automaticWeekly", { day, ...at });
}

const minuteMs = 60_000;
/** The largest first: 1,440 minutes are one day. */
const units = [
  ["day", 1_440 * minuteMs],
  ["hour", 60 * minuteMs],
  ["minute", minuteMs],
] as const;

/** How long money is held after each payment, as whoever runs the service has set it. */
export function holdText(holdMs: number, { locale, text }: DashboardWords): string {
  const found = units.find(([, ms]) => holdMs % ms === 0);
  if (holdMs === 0 || !found) return text("heldNot");
  const [unit, ms] = found;
  const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
  return text("heldFor", { time: format.format(holdMs / ms) });
}

/** The wallet of one currency: what can be paid out, what is on the way and when it comes, what matched no payment. */
export function WalletFigures({ who, wallet, holdMs }: { wallet: WalletView; holdMs: number; who: AtStore }) {
  const { words } = who;
  const { currency } = wallet;
  const money = (minor: bigint) => <Amount lang={words.lang} minor={minor} currency={currency} />;
  const said = (minor: bigint) => formatMoney({ minor, currency }, words.lang);
  const [next] = wallet.releases;
  return (
    <section aria-label={words.text("walletIn", { currency })} className="mb-8 grid gap-4">
      <Figures
        figures={[
          { label: words.text("available"), value: money(wallet.availableMinor), note: words.text("ready") },
          {
            label: words.text("onHold"),
            value: money(wallet.pendingMinor),
            note: next
              ? words.rich("nextRelease", { amount: said(next.amountMinor), at: stamp(next.at, who) })
              : holdText(holdMs, words),
          },
          ...(wallet.reservedMinor > 0n
            ? [
                {
                  label: words.text("keptBack"),
                  value: money(wallet.reservedMinor),
                  note: words.text("keptBackNote"),
                },
              ]
            : []),
          ...(wallet.payoutInFlightMinor > 0n
            ? [
                {
                  label: words.text("beingPaidOut"),
                  value: money(wallet.payoutInFlightMinor),
                  note: words.text("payoutsInFlight", { count: wallet.inFlight.length }),
                },
              ]
            : []),
          ...(wallet.refundInFlightMinor > 0n
            ? [
                {
                  label: words.text("goingBack"),
                  value: money(wallet.refundInFlightMinor),
                  note: words.text("refundsOnWay"),
                },
              ]
            : []),
        ]}
      />
      {wallet.suspenseMinor > 0n ? (
        <Notice tone="warn" title={words.text("heldUnmatched", { amount: said(wallet.suspenseMinor) })}>
          <TextLink href="/dashboard/tasks">{words.text("acceptOrReturn")}</TextLink>
        </Notice>
      ) : null}
      {wallet.debtMinor > 0n ? (
        <Notice tone="bad" title={words.text("youOwe", { amount: said(wallet.debtMinor) })}>
          {words.text("youOweMeans")}
        </Notice>
      ) : null}
      <Releases who={who} wallet={wallet} />
    </section>
  );
}

const hourMs = 60 * minuteMs;
const hoursShown = 48;

/** What is on hold as bars, by when it becomes available: by the hour where all of it does within two days, else by the day. */
function Releases({ who, wallet }: { who: AtStore; wallet: WalletView }) {
  const { words, timeZone, now } = who;
  const { currency, releases } = wallet;
  const last = releases.at(-1);
  if (!last || releases.length < 2) return <div id="holds" />;
  const stepMs = last.at.getTime() - now.getTime() <= hoursShown * hourMs ? hourMs : 24 * hourMs;
  const first = Math.floor(now.getTime() / hourMs) * hourMs;
  const money = (minor: bigint) => formatMoney({ minor, currency }, words.lang);
  const count = Math.min(365, Math.floor((last.at.getTime() - first) / stepMs) + 1);
  const format = new Intl.DateTimeFormat(words.locale, {
    ...(stepMs === hourMs
      ? { weekday: "short", hour: "2-digit", minute: "2-digit" }
      : { day: "numeric", month: "short" }),
    timeZone,
  });
  const bars = Array.from({ length: count }, (_, n) => {
    const from = first + n * stepMs;
    const inside = releases.filter(({ at }) => at.getTime() >= from && at.getTime() < from + stepMs);
    const minor = inside.reduce((all, { amountMinor }) => all + amountMinor, 0n);
    return {
      key: String(n),
      value: Number(minor),
      name: format.format(from),
      text: `${format.format(from)}: ${money(minor)}`,
    };
  });
  const marks = [bars[0], bars[Math.floor(count / 2)], bars.at(-1)].flatMap((bar) => bar?.name ?? []);
  return (
    <div id="holds">
      <h2 className="text-label text-ink-2">
        {words.text("whenHoldsEnd", { count: String(releases.length) })}
      </h2>
      <BarChart
        label={words.text("whenHoldsEnd", { count: String(releases.length) })}
        bars={bars}
        marks={marks}
        textOf={(value) => money(BigInt(Math.round(value)))}
      />
    </div>
  );
}

/** One of the store's wallets; its own currency where none is named. */
export const walletFilter: Filter = {
  ...{ look: "select", label: "currency" },
  read: (typed) => (isCurrency(typed) ? typed : ""),
};

/** What that filter offers. */
export async function walletsOf({ world, caller, seller }: AtStore) {
  const wallets = await readWallets(world, caller);
  const codes = new Set([seller.store.currency, ...wallets.map((wallet) => wallet.currency)]);
  return { currency: [...codes].map((value) => ({ value, label: value })) };
}
