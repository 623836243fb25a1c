import type { Prisma } from "@/lib/db/client";
import { type InvoiceRow, invoiceInclude, type PaymentLinkRow, type ProductRow } from "@/lib/db/rows";
import { composeToken } from "@/lib/domain/token";
import type { TestStore, TestWorld } from "./world";

/** A product on sale that is no subscription: a course of UGX 5,000 unless told otherwise. */
export function product(
  world: TestWorld,
  shop: TestStore,
  more: Partial<Prisma.ProductUncheckedCreateInput> = {},
): Promise<ProductRow> {
  const now = world.clock.now();
  return world.db.product.create({
    data: {
      storeId: shop.store.id,
      token: token(world),
      name: "Field guide",
      kind: "course",
      currency: "UGX",
      priceMinor: 5_000n,
      createdAt: now,
      updatedAt: now,
      ...more,
    },
  });
}

/** A link that asks UGX 20,000 of anybody, unless told otherwise. */
export function paymentLink(
  world: TestWorld,
  shop: TestStore,
  more: Partial<Prisma.PaymentLinkUncheckedCreateInput> = {},
): Promise<PaymentLinkRow> {
  const now = world.clock.now();
  return world.db.paymentLink.create({
    data: {
      storeId: shop.store.id,
      token: token(world),
      title: "Swimming lessons",
      currency: "UGX",
      amountMinor: 20_000n,
      createdAt: now,
      updatedAt: now,
      ...more,
    },
  });
}

/** A sent invoice over UGX 100,000, unless told otherwise. */
export async function sentInvoice(
  world: TestWorld,
  shop: TestStore,
  more: Partial<Prisma.InvoiceUncheckedCreateInput> = {},
): Promise<InvoiceRow> {
  const now = world.clock.now();
  const totalMinor = more.totalMinor ?? 100_000n;
  const { nextInvoiceNumber } = await world.db.store.update({
    where: { id: shop.store.id },
    data: { nextInvoiceNumber: { increment: 1 } },
  });
  const invoice = await world.db.invoice.create({
    data: {
      storeId: shop.store.id,
      accountId: shop.accountId,
      token: token(world),
      number: `INV-${String(nextInvoiceNumber - 1).padStart(6, "0")}`,
      customerName: "Amina",
      currency: "UGX",
      subtotalMinor: totalMinor,
      totalMinor,
      sentAt: now,
      createdAt: now,
      updatedAt: now,
      ...more,
    },
  });
  await world.db.invoiceItem.create({
    data: {
      storeId: shop.store.id,
      invoiceId: invoice.id,
      position: 0,
      description: "Work",
      quantityMilli: 1_000n,
      unitPriceMinor: totalMinor,
    },
  });
  return world.db.invoice.findUniqueOrThrow({ where: { id: invoice.id }, include: invoiceInclude });
}

function token(world: TestWorld): string {
  return composeToken(world.random.bytes(24));
}
