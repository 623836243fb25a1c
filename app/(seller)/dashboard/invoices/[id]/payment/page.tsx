import { PageHeader } from "@/components/ui/blocks";
import { balanceOf } from "@/lib/domain/invoice";
import { invoiceStatusOf } from "@/lib/resources/invoice";
import { systemWorld } from "@/lib/services/desk/system-world";
import { openPayments } from "@/lib/services/money/outside/owed";
import { NothingToDo } from "../../../nothing-to-do";
import { RecordForm } from "../../../recording/record-form";
import { SellerPage } from "../../../seller-page";
import { sellerWithWords, titled } from "../../../words";
import { invoicePath, ownInvoice } from "../../words";

export const generateMetadata = titled("recordPayment");

/** A payment of this invoice that the seller took themselves. */
export default async function RecordPaymentPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const world = systemWorld();
  const { invoice } = await ownInvoice(seller, (await params).id);
  const status = invoiceStatusOf(invoice, world.clock.now());
  const isOwed = balanceOf(invoice) > 0n && status !== "draft";
  const open = await openPayments(world, world.db, { invoiceId: invoice.id });
  const back = { href: invoicePath(invoice.id), text: words.text("backTo", { number: invoice.number }) };
  return (
    <SellerPage seller={seller} section="invoices" here={words.text("recordPayment")}>
      <PageHeader
        title={words.text("recordOn", { number: invoice.number })}
        purpose={words.text("recordPurpose")}
      />
      {isOwed ? (
        <RecordForm
          seller={seller}
          words={words}
          of={{ invoice: invoice.id }}
          owed={{ minor: balanceOf(invoice), currency: invoice.currency }}
          takesParts={invoice.allowPartPayment}
          open={open}
          back={back}
        />
      ) : (
        <NothingToDo title={words.text(status === "draft" ? "recordDraft" : "nothingToRecord")} back={back} />
      )}
    </SellerPage>
  );
}
