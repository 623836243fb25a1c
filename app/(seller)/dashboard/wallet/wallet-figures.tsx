import { Amount, Figures } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Disclosure, Notice, Timestamp } from "@/components/ui/blocks";
import { formatMoney } from "@/lib/domain/money";
import type { WalletView } from "@/lib/services/money/wallet/read";
import { holdText } from "./words";

/** The wallet of one currency: what can be paid out, what is on the way and when it comes, what matched no payment. */
export function WalletFigures({
  wallet,
  holdMs,
  timeZone,
  words,
}: {
  wallet: WalletView;
  holdMs: number;
  timeZone: string;
  words: DashboardWords;
}) {
  const { currency } = wallet;
  const money = (minor: bigint) => <Amount lang={words.lang} minor={minor} currency={currency} />;
  const said = (minor: bigint) => formatMoney({ minor, currency }, words.lang);
  const at = (instant: Date) => <Timestamp at={instant} timeZone={timeZone} locale={words.locale} />;
  const [next] = wallet.releases;
  return (
    <section aria-label={words.text("walletIn", { currency })} className="mb-8 grid gap-4">
      <Figures
        figures={[
          { label: words.text("available"), value: money(wallet.availableMinor), note: words.text("ready") },
          {
            label: words.text("pending"),
            value: money(wallet.pendingMinor),
            note: next
              ? words.rich("nextRelease", { amount: said(next.amountMinor), at: at(next.at) })
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
          <a className="underline underline-offset-2" href="/dashboard/tasks">
            {words.text("acceptOrReturn")}
          </a>
        </Notice>
      ) : null}
      {wallet.debtMinor > 0n ? (
        <Notice tone="bad" title={words.text("youOwe", { amount: said(wallet.debtMinor) })}>
          {words.text("youOweMeans")}
        </Notice>
      ) : null}
      {wallet.releases.length > 1 ? (
        <Disclosure summary={words.text("whenHoldsEnd", { count: String(wallet.releases.length) })}>
          <ul className="max-w-[30rem]">
            {wallet.releases.map((release, index) => (
              <li key={index} className="flex items-baseline justify-between gap-4 border-b border-rule py-2">
                {at(release.at)}
                {money(release.amountMinor)}
              </li>
            ))}
          </ul>
        </Disclosure>
      ) : null}
    </section>
  );
}
