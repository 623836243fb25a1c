import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { Amount } from "@/components/dashboard/amount";
import { ButtonLink } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { composeUuid } from "@/lib/domain/uuid";
import { type PayoutQuote, quotePayout } from "@/lib/services/payouts/quote";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../../seller-page";
import { payoutAction } from "../../actions";
import { payoutsPath } from "../../paths";
import { arrivesWords } from "../../words";

export const metadata: Metadata = { title: "Confirm the payout" };

type Search = Promise<Record<string, string | string[] | undefined>>;

/** Second screen: what the payout does, and the password. The form's id makes pressing twice one payout. */
export default async function ConfirmPayoutPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const world = systemWorld();
  const search = await searchParams;
  const one = (name: string) => (typeof search[name] === "string" ? search[name] : "");
  const destinationId = /^[1-9]\d{0,8}$/.test(one("destination")) ? Number(one("destination")) : 0;
  const input = { destinationId, amount: one("amount") };
  const quote = await quotePayout(world, seller.caller(true), input).catch((error: unknown) => {
    if (error instanceof Invalid || error instanceof NotFound) return error;
    throw error;
  });
  const change = <ButtonLink href={`${payoutsPath}/new`}>Change it</ButtonLink>;
  return (
    <SellerPage seller={seller} section="wallet" here="Pay out">
      <PageHeader title="Confirm the payout" />
      {quote instanceof Error ? (
        <div className="grid gap-4">
          <Notice tone="bad" title={quote.message} />
          <div>{change}</div>
        </div>
      ) : (
        <div className="grid gap-6">
          <Effect quote={quote} />
          <FieldForm
            action={payoutAction}
            submit={`Pay out ${formatMoney({ minor: quote.amountMinor, currency: quote.currency })}`}
            hidden={{
              id: composeUuid(world.random.bytes(16)),
              destination: String(destinationId),
              amount: input.amount,
              fee: String(quote.feeMinor),
            }}
            fields={[
              {
                kind: "text",
                name: "password",
                type: "password",
                label: "Your password",
                autoComplete: "current-password",
              },
            ]}
            note={change}
          />
        </div>
      )}
    </SellerPage>
  );
}

function Effect({ quote }: { quote: PayoutQuote }) {
  const { destination, currency, amountMinor, feeMinor, availableMinor } = quote;
  const money = (minor: bigint) => <Amount minor={minor} currency={currency} />;
  return (
    <div className="max-w-[40rem]">
      <Facts
        items={[
          { label: "To", value: <bdi className="wrap-anywhere">{destination.label}</bdi> },
          { label: "In the name of", value: <bdi className="wrap-anywhere">{destination.accountName}</bdi> },
          { label: "Reaches the account", value: money(amountMinor) },
          { label: "Fee", value: money(feeMinor) },
          { label: "Leaves your wallet", value: <strong>{money(amountMinor + feeMinor)}</strong> },
          { label: "Stays available", value: money(availableMinor - amountMinor - feeMinor) },
          { label: "Arrives", value: arrivesWords[destination.kind] },
        ]}
      />
    </div>
  );
}
