import { redirect } from "next/navigation";
import { orderPath } from "@/app/(seller)/dashboard/paths";
import { done } from "@/lib/auth/sealed-cookie";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { recordedShown, undoPayment } from "@/lib/services/money/outside/record";
import { actPage } from "../../../../act-page";
import { wordsFor } from "../../../../words";
import { order } from "../../../order";

/** A payment that was recorded by mistake is taken back. */
const undo = actPage({
  on: {
    ...order,
    sent: (row) => ({
      id: String(row.id),
      seen: sealShown(systemWorld(), `payment/${row.id}`, recordedShown(row)),
    }),
  },
  may: "payment.record",
  title: "undoPayment",
  head: ({ row, words }) => words.text("undoOn", { number: row.number }),
  purpose: ({ words }) => words.text("undoPurpose"),
  go: "undoGo",
  isHarsh: true,
  fields: { reason: { kind: "text", label: "why", help: "whyHelp" } },
  // The order says that it is taken back, and why.
  instead: ({ row }) => (row.takenBackAt ? redirect(orderPath(row.id)) : null),
  run: async (seller, { id, typed: { reason } }, world) => {
    await undoPayment(world, seller.caller(true), { orderId: id, reason });
    return done(orderPath(id), wordsFor(seller).text("paymentUndone"));
  },
});

export const generateMetadata = undo.metadata;
export default undo.page(async (previous, form) => {
  "use server";
  return undo.send(previous, form);
});
