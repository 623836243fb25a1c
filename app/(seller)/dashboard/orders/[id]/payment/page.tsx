import { systemWorld } from "@/lib/services/desk/system-world";
import { openPayments, owedByHand } from "@/lib/services/money/outside/owed";
import { actPage } from "../../../act-page";
import { orderPath } from "../../../paths";
import { recordingOf } from "../../../recording";
import { findOrder } from "../../order";

/** A payment of this order that the seller took themselves. */
const record = actPage(
  recordingOf({
    section: "orders",
    find: async (seller, address) => {
      const world = systemWorld();
      const order = await findOrder(seller, address);
      const { id, number, currency } = order;
      const minor = owedByHand(order);
      const open = await openPayments(world, world.db, { orderId: id });
      const owed = { minor: minor ?? 0n, currency };
      return { id, number, owed, bar: minor === null ? "nothingToRecord" : null, takesParts: false, open };
    },
    path: orderPath,
    payment: (orderId) => ({ kind: "order", orderId }),
  }),
);

export const generateMetadata = record.metadata;
export default record.page(async (previous, form) => {
  "use server";
  return record.send(previous, form);
});
