import { balanceOf } from "@/lib/domain/invoice";
import { invoiceStatusOf } from "@/lib/resources/invoice";
import { systemWorld } from "@/lib/services/desk/system-world";
import { openPayments } from "@/lib/services/money/outside/owed";
import { actPage } from "../../../act-page";
import { invoicePath } from "../../../paths";
import { recordingOf } from "../../../recording";
import { ownInvoice } from "../../words";

/** A payment of this invoice that the seller took themselves. */
const record = actPage(
  recordingOf({
    section: "invoices",
    find: async (seller, address) => {
      const world = systemWorld();
      const { invoice } = await ownInvoice(seller, address);
      const { id, number, currency, allowPartPayment: takesParts } = invoice;
      const owed = { minor: balanceOf(invoice), currency };
      const isDraft = invoiceStatusOf(invoice, world.clock.now()) === "draft";
      const bar = isDraft ? "recordDraft" : owed.minor > 0n ? null : "nothingToRecord";
      const open = await openPayments(world, world.db, { invoiceId: id });
      return { id, number, owed, bar, takesParts, open };
    },
    path: invoicePath,
    payment: (invoiceId) => ({ kind: "invoice", invoiceId }),
  }),
);

export const generateMetadata = record.metadata;
export default record.page(async (previous, form) => {
  "use server";
  return record.send(previous, form);
});
