import { beforeAll, expect, test } from "vitest";
import { cancelShown } from "@/lib/services/billing/invoices/read";
import { cancelInvoice } from "@/lib/services/billing/invoices/record";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { runningShown } from "@/lib/services/billing/subscriptions/read";
import { updateDiscount } from "@/lib/services/catalog/discounts/save";
import { linkSaved, updatePaymentLink } from "@/lib/services/catalog/payment-links/change";
import { createProduct, updateProduct } from "@/lib/services/catalog/products/save";
import { Changed, type Shown, savedShown, sealShown } from "@/lib/services/core/shown";
import { discount } from "@/lib/testing/discounts";
import { sellingStore } from "@/lib/testing/money";
import { payingWorld } from "@/lib/testing/payments";
import { paymentLink, sentInvoice } from "@/lib/testing/products";
import { paidSubscription } from "@/lib/testing/subscription";

// What a seller's page said is what its press does, or nothing. A program sees no page.

const world = await payingWorld();
let shop: Awaited<ReturnType<typeof sellingStore>>;
beforeAll(async () => {
  shop = await sellingStore(world);
});

/** The seller at a page that said this, and `act` pressed there before and after `meanwhile`. */
async function pressedLate(
  of: string,
  facts: Shown,
  act: (seller: typeof shop.seller) => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const seller = { ...shop.seller, seen: sealShown(world, of, facts) };
  await meanwhile();
  await expect(act(seller)).rejects.toThrow(Changed);
}

const later = () => new Date(world.clock.now().getTime() + 60_000);

test("a product that somebody saved meanwhile is not overwritten", async () => {
  const input = { name: "Gold", description: "", kind: "physical", price: "10", salePrice: "", interval: "" };
  const product = await createProduct(world, shop.seller, input);
  const change = { ...input, status: "active", price: "12" };
  const save = (seller: typeof shop.seller) => updateProduct(world, seller, product.id, change);
  await pressedLate(`product/${product.id}`, savedShown(product), save, () =>
    world.db.product.update({ where: { id: product.id }, data: { name: "Silver", updatedAt: later() } }),
  );
  expect(await world.db.product.findUnique({ where: { id: product.id } })).toMatchObject({ name: "Silver" });
});

test("a link whose amount somebody changed meanwhile keeps it; its payments change nothing of the form", async () => {
  const link = await paymentLink(world, shop, {});
  const save = (seller: typeof shop.seller) =>
    updatePaymentLink(world, seller, link.id, { description: "Each Tuesday" });
  await pressedLate(`link/${link.id}`, linkSaved(link), save, () =>
    world.db.paymentLink.update({ where: { id: link.id }, data: { amountMinor: 90_000n } }),
  );
  const here = await world.db.paymentLink.update({
    where: { id: link.id },
    data: { paymentsCount: 3, updatedAt: later() },
  });
  const seen = sealShown(world, `link/${link.id}`, linkSaved(here));
  expect(await save({ ...shop.seller, seen })).toMatchObject({ amountMinor: 90_000n });
});

test("a discount that somebody saved meanwhile is not overwritten", async () => {
  const offer = await discount(world, shop);
  const id = Number(offer.id);
  const row = await world.db.discount.findUniqueOrThrow({ where: { id } });
  const save = (seller: typeof shop.seller) => updateDiscount(world, seller, id, { name: "Other" });
  await pressedLate(`discount/${id}`, savedShown(row), save, () =>
    world.db.discount.update({ where: { id }, data: { maxRedemptions: 1, updatedAt: later() } }),
  );
});

test("an invoice of which a part was paid meanwhile is not cancelled", async () => {
  const invoice = await sentInvoice(world, shop, {});
  const cancel = (seller: typeof shop.seller) => cancelInvoice(world, seller, invoice.id);
  await pressedLate(`invoice/${invoice.id}/cancel`, cancelShown(invoice), cancel, () =>
    world.db.invoice.update({ where: { id: invoice.id }, data: { paidMinor: 100n } }),
  );
});

test("a subscription that was paid further meanwhile is not cancelled", async () => {
  const row = await paidSubscription(world, shop, { livemode: true, ref: "user_1" });
  const cancel = (seller: typeof shop.seller) => cancelSubscription(world, seller, row.id);
  await pressedLate(`subscription/${row.id}`, runningShown(row), cancel, () =>
    world.db.subscription.update({ where: { id: row.id }, data: { currentPeriodEnd: later() } }),
  );
});
