import type { ProductRow } from "@/lib/db/rows";
import { composeToken } from "@/lib/domain/token";
import { downloadToken } from "@/lib/services/core/download-token";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { uploadTicket } from "@/lib/services/people/accounts/upload-ticket";
import { sellingStore } from "./money";
import { product } from "./products";
import type { TestStore, TestWorld } from "./world";

/** A seller who is signed in and sells a file. */
export interface SellingFiles {
  shop: TestStore & { seller: Seller };
  guide: ProductRow;
  sessionId: string;
  /** Where the file is sent to; `replaces`: the file whose place it takes. */
  ticket(replaces?: number | null): string;
  /** A paid order of the product, and the address of its file. */
  bought(): Promise<{ orderId: number; address: string }>;
}

export async function sellingFiles(world: TestWorld): Promise<SellingFiles> {
  const shop = await sellingStore(world);
  const guide = await product(world, shop, { kind: "digital" });
  const sessionId = composeToken(world.random.bytes(24));
  const now = world.clock.now();
  await world.db.session.create({
    data: { id: sessionId, userId: shop.owner.id, userAgent: "", createdAt: now, lastSeenAt: now },
  });
  const ticket = (replaces: number | null = null) =>
    `/upload/${uploadTicket(world, { ...shop.seller, sessionId }, { productId: guide.id, replaces })}`;
  return { shop, guide, sessionId, ticket, bought: () => buy(world, shop, guide) };
}

async function buy(world: TestWorld, shop: TestStore, guide: ProductRow) {
  const now = world.clock.now();
  const customer = await world.db.customer.create({
    data: {
      ...{ accountId: shop.accountId, livemode: true, name: "Amina", source: "storefront" },
      ...{ customerSince: now, createdAt: now, updatedAt: now },
    },
  });
  const order = await world.db.order.create({
    data: {
      ...{ storeId: shop.store.id, accountId: shop.accountId },
      ...{ number: `ORD-${customer.id}`, shortNumber: "1" },
      ...{ receiptToken: composeToken(world.random.bytes(24)), customerId: customer.id, currency: "UGX" },
      ...{ paymentStatus: "paid", orderStatus: "completed", fulfillmentStatus: "fulfilled" },
      ...{ paymentMethod: "free", source: "storefront", subtotalMinor: 0n, totalMinor: 0n, netMinor: 0n },
      ...{ paidAt: now, createdAt: now, updatedAt: now },
      items: {
        create: {
          ...{ position: 0, productId: guide.id, name: guide.name, quantity: 1 },
          ...{ unitPriceMinor: 0n, totalMinor: 0n, delivers: true },
        },
      },
    },
  });
  const file = await world.db.deliverable.findFirstOrThrow({ where: { productId: guide.id } });
  const token = downloadToken(world, { kind: "order", id: order.id, version: 1 });
  return { orderId: order.id, address: `/d/${token}/${file.id}` };
}
