import { stamp } from "@/app/_lists/list-view";
import { found } from "@/app/service-name";
import { Amount } from "@/components/dashboard/figures";
import { facts, Press, TextLink } from "@/components/dashboard/pieces";
import { Facts, Notice, StatusMark } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { formatMoney } from "@/lib/domain/money";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type PayoutRow, payoutTrouble, readPayout } from "@/lib/services/money/out/payouts/read";
import { payoutPath, walletPath } from "../../../paths";
import { SellerPage, sellerPage } from "../../../seller-page";
import { type AtStore, titled } from "../../../words";
import { cancelPayoutAction } from "../../actions";
import { payoutTones } from "../../parts";

export const generateMetadata = titled("payout");

/** Third screen, and the payout's own page from then on. */
export default sellerPage("wallet", async (who, { id }) => {
  const { seller, words } = who;
  const payout = await found(readPayout(systemWorld(), seller.caller(true), id));
  return (
    <SellerPage
      {...who}
      here={words.text("payout")}
      title={words.text("payoutOf", {
        amount: formatMoney({ minor: payout.amountMinor, currency: payout.currency }, words.lang),
      })}
      purpose={<StatusMark tone={payoutTones[payout.status]} word={words.text(`payout_${payout.status}`)} />}
    >
      <Standing payout={payout} who={who} />
      <div className="mt-6 max-w-[40rem]">
        <Facts
          items={facts(words, {
            toWhom: <bdi className="wrap-anywhere">{payout.destinationLabel}</bdi>,
            amount: <Amount lang={words.lang} minor={payout.amountMinor} currency={payout.currency} />,
            fee: <Amount lang={words.lang} minor={payout.feeMinor} currency={payout.currency} />,
            askedFor: stamp(payout.createdAt, who),
            payoutMadeBy: payout.scheduledFor !== null && words.text("madeBySchedule"),
            endedOn: stamp(payout.completedAt, who),
            providerReceipt: payout.receipt,
          })}
        />
      </div>
      <div className="mt-6">
        <ButtonLink href={walletPath}>{words.text("toWallet")}</ButtonLink>
      </div>
    </SellerPage>
  );
});

function Standing({ who, payout }: { payout: PayoutRow; who: AtStore }) {
  const { seller, words } = who;
  const trouble = (reason: string) => words.text(`trouble_${payoutTrouble(reason)}`);
  switch (payout.status) {
    case "requested":
      return (
        <Notice
          tone="warn"
          title={payout.failureReason ? trouble(payout.failureReason) : words.text("queued")}
        >
          <p>{words.text("queuedMeans")}</p>
          {seller.role === "owner" ? (
            <Press action={cancelPayoutAction} fields={{ id: payout.id }} className="mt-2">
              {words.text("takePayoutBack")}
            </Press>
          ) : null}
        </Notice>
      );
    case "sent":
      return (
        <Notice tone="info" title={words.text("payout_sent")}>
          {payout.failureReason ? trouble(payout.failureReason) : `${words.text(`arrives_${payout.kind}`)}.`}{" "}
          {words.text("leavePage")}{" "}
          <TextLink href={payoutPath(payout.id)}>{words.text("lookAgain")}</TextLink>
        </Notice>
      );
    case "paid":
      return <Notice tone="ok" title={words.text("hasArrived")} />;
    case "failed":
    case "returned":
      return (
        <Notice tone="bad" title={words.text("payout_returned")}>
          {trouble(payout.failureReason ?? "unknown")} {words.text("availableAgain")}
        </Notice>
      );
  }
}
