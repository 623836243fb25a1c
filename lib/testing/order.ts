import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { orderNumbers } from "@/lib/domain/order";
import { composeToken } from "@/lib/domain/token";
import type { TestStore, TestWorld } from "./world";

/** An order as it would stand there, of one subscription product, with a customer of its own; paid unless told otherwise. */
export async function paidOrder(
  world: TestWorld,
  shop: TestStore,
  input: {
    paymentStatus?: OrderRow["paymentStatus"];
    source?: OrderRow["source"];
    paymentMethod?: OrderRow["paymentMethod"];
    name?: string;
    email?: string;
    phone?: string;
    productId?: number;
  } = {},
): Promise<OrderRow> {
  const now = world.clock.now();
  const { storeId, accountId } = shop.live;
  const times = { createdAt: now, updatedAt: now };
  const customer = await world.db.customer.create({
    data: {
      accountId,
      livemode: true,
      name: input.name ?? "Amina",
      email: input.email ?? null,
      phone: input.phone ?? null,
      source: "subscription",
      customerSince: now,
      ...times,
    },
  });
  const store = await world.db.store.update({
    where: { id: storeId },
    data: { nextOrderNumber: { increment: 1 } },
  });
  const isPaid = (input.paymentStatus ?? "paid") === "paid";
  return world.db.order.create({
    data: {
      storeId,
      accountId,
      ...orderNumbers(store.nextOrderNumber - 1),
      receiptToken: composeToken(world.random.bytes(24)),
      customerId: customer.id,
      paymentStatus: input.paymentStatus ?? "paid",
      orderStatus: isPaid ? "completed" : "pending",
      fulfillmentStatus: isPaid ? "fulfilled" : "unfulfilled",
      paymentMethod: input.paymentMethod ?? "mobile_money",
      source: input.source ?? "subscription",
      currency: "UGX",
      subtotalMinor: 50_000n,
      totalMinor: 50_000n,
      feeMinor: 750n,
      netMinor: 49_250n,
      paidAt: isPaid ? now : null,
      ...times,
      items: {
        create: {
          position: 0,
          productId: input.productId ?? shop.products[0].id,
          name: "Gold",
          quantity: 1,
          unitPriceMinor: 50_000n,
          totalMinor: 50_000n,
        },
      },
    },
    include: orderInclude,
  });
}
