import { Amount } from "@/components/dashboard/amount";
import { Figures } from "@/components/dashboard/figures";
import { Disclosure } from "@/components/ui/disclosure";
import { Notice } from "@/components/ui/notice";
import { Timestamp } from "@/components/ui/timestamp";
import { formatMoney } from "@/lib/domain/money";
import type { WalletView } from "@/lib/services/wallet/read";

/** The wallet of one currency: what can be paid out, what is on the way and when it comes, what matched no payment. */
export function WalletFigures({ wallet, timeZone }: { wallet: WalletView; timeZone: string }) {
  const { currency } = wallet;
  const money = (minor: bigint) => <Amount minor={minor} currency={currency} />;
  const [next] = wallet.releases;
  return (
    <section aria-label={`Wallet in ${currency}`} className="mb-8 grid gap-4">
      <Figures
        figures={[
          { label: "Available", value: money(wallet.availableMinor), note: "Ready to pay out" },
          {
            label: "On the way",
            value: money(wallet.pendingMinor),
            note: next ? (
              <>
                Next: {formatMoney({ minor: next.amountMinor, currency })} on{" "}
                <Timestamp at={next.at} timeZone={timeZone} />
              </>
            ) : (
              "On hold for a day after each payment"
            ),
          },
          ...(wallet.payoutInFlightMinor > 0n
            ? [
                {
                  label: "Being paid out",
                  value: money(wallet.payoutInFlightMinor),
                  note: `${wallet.inFlight.length} ${wallet.inFlight.length === 1 ? "payout" : "payouts"}, with fees`,
                },
              ]
            : []),
          ...(wallet.refundInFlightMinor > 0n
            ? [
                {
                  label: "Going back",
                  value: money(wallet.refundInFlightMinor),
                  note: "Refunds on their way",
                },
              ]
            : []),
        ]}
      />
      {wallet.suspenseMinor > 0n ? (
        <Notice
          tone="warn"
          title={`We hold ${formatMoney({ minor: wallet.suspenseMinor, currency })} that matched no payment`}
        >
          <a className="underline underline-offset-2" href="/dashboard/tasks">
            Accept it or give it back
          </a>
        </Notice>
      ) : null}
      {wallet.debtMinor > 0n ? (
        <Notice tone="bad" title={`You owe ${formatMoney({ minor: wallet.debtMinor, currency })}`}>
          A provider took back payments that had been paid out already. It is taken from what is released
          next.
        </Notice>
      ) : null}
      {wallet.releases.length > 1 ? (
        <Disclosure summary={`When the ${wallet.releases.length} holds end`}>
          <ul className="max-w-[30rem]">
            {wallet.releases.map(({ at, amountMinor }, index) => (
              <li key={index} className="flex items-baseline justify-between gap-4 border-b border-rule py-2">
                <Timestamp at={at} timeZone={timeZone} />
                {money(amountMinor)}
              </li>
            ))}
          </ul>
        </Disclosure>
      ) : null}
    </section>
  );
}
