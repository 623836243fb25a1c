import { found } from "@/app/service-name";
import { ActionForm } from "@/components/dashboard/action-form";
import { Amount } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Facts, Notice, PageHeader } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { StatusMark } from "@/components/ui/status-mark";
import { Timestamp } from "@/components/ui/timestamp";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type PayoutRow, payoutTrouble, readPayout } from "@/lib/services/money/out/payouts/read";
import { onlyReaders } from "../../../allowed";
import { payoutPath, walletPath } from "../../../paths";
import { SellerPage } from "../../../seller-page";
import { sellerWithWords, titled } from "../../../words";
import { cancelPayoutAction } from "../../actions";
import { payoutTones } from "../../words";

export const generateMetadata = titled("payout");

export default onlyReaders("wallet", PayoutPage);

/** Third screen, and the payout's own page from then on. */
async function PayoutPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const payout = await findPayout(seller, (await params).id);
  const { timeZone } = seller.store;
  const at = (instant: Date) => <Timestamp at={instant} timeZone={timeZone} locale={words.locale} />;
  return (
    <SellerPage seller={seller} section="wallet" here={words.text("payout")}>
      <PageHeader
        title={words.text("payoutOf", {
          amount: formatMoney({ minor: payout.amountMinor, currency: payout.currency }, words.lang),
        })}
        purpose={
          <StatusMark tone={payoutTones[payout.status]}>{words.text(`payout_${payout.status}`)}</StatusMark>
        }
      />
      <Standing payout={payout} seller={seller} words={words} />
      <div className="mt-6 max-w-[40rem]">
        <Facts
          items={[
            {
              label: words.text("toWhom"),
              value: <bdi className="wrap-anywhere">{payout.destinationLabel}</bdi>,
            },
            {
              label: words.text("amount"),
              value: <Amount lang={words.lang} minor={payout.amountMinor} currency={payout.currency} />,
            },
            {
              label: words.text("fee"),
              value: <Amount lang={words.lang} minor={payout.feeMinor} currency={payout.currency} />,
            },
            { label: words.text("askedFor"), value: at(payout.createdAt) },
            ...(payout.scheduledFor === null
              ? []
              : [{ label: words.text("payoutMadeBy"), value: words.text("madeBySchedule") }]),
            ...(payout.completedAt ? [{ label: words.text("endedOn"), value: at(payout.completedAt) }] : []),
            ...(payout.receipt ? [{ label: words.text("providerReceipt"), value: payout.receipt }] : []),
          ]}
        />
      </div>
      <div className="mt-6">
        <ButtonLink href={walletPath}>{words.text("toWallet")}</ButtonLink>
      </div>
    </SellerPage>
  );
}

function Standing({
  payout,
  seller,
  words,
}: {
  payout: PayoutRow;
  seller: CurrentSeller;
  words: DashboardWords;
}) {
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
            <ActionForm to={{ action: cancelPayoutAction, fields: { id: payout.id } }} className="mt-2">
              <Button>{words.text("takePayoutBack")}</Button>
            </ActionForm>
          ) : null}
        </Notice>
      );
    case "sent":
      return (
        <Notice tone="info" title={words.text("payout_sent")}>
          {payout.failureReason ? trouble(payout.failureReason) : `${words.text(`arrives_${payout.kind}`)}.`}{" "}
          {words.text("leavePage")}{" "}
          <a className="underline underline-offset-2" href={payoutPath(payout.id)}>
            {words.text("lookAgain")}
          </a>
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

async function findPayout(seller: CurrentSeller, id: string): Promise<PayoutRow> {
  return found(readPayout(systemWorld(), seller.caller(true), id));
}
