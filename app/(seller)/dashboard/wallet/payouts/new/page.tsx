import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { type DestinationView, listDestinations, readDestination } from "@/lib/services/payouts/destination";
import { largestFor, payoutBar } from "@/lib/services/payouts/quote";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../../seller-page";
import { choosePayoutAction } from "../../actions";
import { accountsPath, walletPath } from "../../paths";

export const metadata: Metadata = { title: "Pay out" };

/** First screen: how much, and where to. Nothing is written yet. */
export default async function NewPayoutPage() {
  const seller = await currentSeller();
  const destinations = await listDestinations(systemWorld(), seller.caller(true));
  const bar = seller.role === "owner" ? payoutBar(seller.store) : "Only the owner of the store can pay out.";
  const back = <ButtonLink href={walletPath}>Back to the wallet</ButtonLink>;
  return (
    <SellerPage seller={seller} section="wallet" here="Pay out">
      <PageHeader title="Pay out" purpose="You see the fee and the account before anything happens." />
      {bar ? (
        <div className="grid gap-4">
          <Notice tone="warn" title={bar} />
          <div>{back}</div>
        </div>
      ) : destinations.length === 0 ? (
        <EmptyState
          sentence="Add an account of yours first."
          action={<ButtonLink href={`${accountsPath}/new`}>Add an account</ButtonLink>}
        />
      ) : (
        <ChooseForm seller={seller} destinations={destinations} />
      )}
    </SellerPage>
  );
}

async function ChooseForm({
  seller,
  destinations,
}: {
  seller: CurrentSeller;
  destinations: DestinationView[];
}) {
  const [first] = destinations;
  if (!first) return null;
  const world = systemWorld();
  const caller = seller.caller(true);
  const largestMinor = await largestFor(world, caller, await readDestination(world, caller, first.id));
  const largest = formatMoney({ minor: largestMinor, currency: first.currency });
  return (
    <FieldForm
      action={choosePayoutAction}
      submit="Continue"
      note={<ButtonLink href={walletPath}>Back to the wallet</ButtonLink>}
      fields={[
        {
          kind: "text",
          name: "amount",
          label: `Amount in ${first.currency}`,
          inputMode: "decimal",
          help: `What reaches your account: up to ${largest} now, with the fee on top of it.`,
        },
        {
          kind: "select",
          name: "destination",
          label: "To",
          value: String(first.id),
          options: destinations.map(({ id, label }) => ({ value: String(id), label })),
        },
      ]}
    />
  );
}
