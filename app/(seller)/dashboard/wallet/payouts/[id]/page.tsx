import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ActionForm } from "@/components/dashboard/action-form";
import { Amount } from "@/components/dashboard/amount";
import { Button, ButtonLink } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { Timestamp } from "@/components/ui/timestamp";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { NotFound } from "@/lib/domain/refusal";
import { type PayoutRow, readPayout } from "@/lib/services/payouts/read";
import { payoutFailureText } from "@/lib/services/payouts/reason";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../../seller-page";
import { callBackPayoutAction } from "../../actions";
import { payoutPath, walletPath } from "../../paths";
import { arrivesWords, payoutWords } from "../../words";

export const metadata: Metadata = { title: "Payout" };

/** Third screen, and the payout's own page from then on. */
export default async function PayoutPage({ params }: { params: Promise<{ id: string }> }) {
  const seller = await currentSeller();
  const payout = await findPayout(seller, (await params).id);
  const { timeZone } = seller.store;
  const state = payoutWords[payout.status];
  return (
    <SellerPage seller={seller} section="wallet" here="Payout">
      <PageHeader
        title={`Payout of ${formatMoney({ minor: payout.amountMinor, currency: payout.currency })}`}
        purpose={<StatusMark tone={state.tone}>{state.word}</StatusMark>}
      />
      <Standing payout={payout} seller={seller} />
      <div className="mt-6 max-w-[40rem]">
        <Facts
          items={[
            { label: "To", value: <bdi className="wrap-anywhere">{payout.destinationLabel}</bdi> },
            { label: "Amount", value: <Amount minor={payout.amountMinor} currency={payout.currency} /> },
            { label: "Fee", value: <Amount minor={payout.feeMinor} currency={payout.currency} /> },
            { label: "Asked for", value: <Timestamp at={payout.createdAt} timeZone={timeZone} /> },
            ...(payout.completedAt
              ? [{ label: "Ended", value: <Timestamp at={payout.completedAt} timeZone={timeZone} /> }]
              : []),
            ...(payout.receipt ? [{ label: "Receipt of the provider", value: payout.receipt }] : []),
          ]}
        />
      </div>
      <div className="mt-6">
        <ButtonLink href={walletPath}>To the wallet</ButtonLink>
      </div>
    </SellerPage>
  );
}

function Standing({ payout, seller }: { payout: PayoutRow; seller: CurrentSeller }) {
  switch (payout.status) {
    case "requested":
      return (
        <Notice
          tone="warn"
          title={
            payout.failureReason ? payoutFailureText(payout.failureReason) : "Queued: it is sent in a moment"
          }
        >
          <p>Amount and fee are reserved. Whoever runs the service was told where something is in the way.</p>
          {seller.role === "owner" ? (
            <ActionForm to={{ action: callBackPayoutAction, fields: { id: payout.id } }} className="mt-2">
              <Button>Take it back into the wallet</Button>
            </ActionForm>
          ) : null}
        </Notice>
      );
    case "sent":
      return (
        <Notice tone="info" title="On its way">
          {payout.failureReason ? payoutFailureText(payout.failureReason) : `${arrivesWords[payout.kind]}.`}{" "}
          You can leave this page; it goes on without you.{" "}
          <a className="underline underline-offset-2" href={payoutPath(payout.id)}>
            Look again
          </a>
        </Notice>
      );
    case "paid":
      return <Notice tone="ok" title="It has arrived" />;
    case "failed":
    case "returned":
      return (
        <Notice tone="bad" title="Returned to your wallet">
          {payoutFailureText(payout.failureReason ?? "unknown")} Amount and fee are available again.
        </Notice>
      );
  }
}

async function findPayout(seller: CurrentSeller, id: string): Promise<PayoutRow> {
  try {
    return await readPayout(systemWorld(), seller.caller(true), id);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}
