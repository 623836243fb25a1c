import { PageHeader } from "@/components/ui/blocks";
import { systemWorld } from "@/lib/services/desk/system-world";
import { openPayments, owedByHand } from "@/lib/services/money/outside/owed";
import { NothingToDo } from "../../../nothing-to-do";
import { orderPath } from "../../../paths";
import { RecordForm } from "../../../recording/record-form";
import { SellerPage } from "../../../seller-page";
import { sellerWithWords, titled } from "../../../words";
import { findOrder } from "../../order";

export const generateMetadata = titled("recordPayment");

/** A payment of this order that the seller took themselves. */
export default async function RecordPaymentPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const world = systemWorld();
  const order = await findOrder(seller, (await params).id);
  const owedMinor = owedByHand(order);
  const open = await openPayments(world, world.db, { orderId: order.id });
  const back = { href: orderPath(order.id), text: words.text("backTo", { number: order.number }) };
  return (
    <SellerPage seller={seller} section="orders" here={words.text("recordPayment")}>
      <PageHeader
        title={words.text("recordOn", { number: order.number })}
        purpose={words.text("recordPurpose")}
      />
      {owedMinor === null ? (
        <NothingToDo title={words.text("nothingToRecord")} back={back} />
      ) : (
        <RecordForm
          seller={seller}
          words={words}
          of={{ order: order.id }}
          owed={{ minor: owedMinor, currency: order.currency }}
          takesParts={false}
          open={open}
          back={back}
        />
      )}
    </SellerPage>
  );
}
