import { isScripted } from "@/lib/providers/rails/sandbox/script";
import { NewInvoice } from "@/lib/resources/invoice-input";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import { createInvoice } from "@/lib/services/billing/invoices/draft";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import { createProduct } from "@/lib/services/catalog/products/save";
import type { World } from "@/lib/services/core/world";
import type { PaymentFor } from "@/lib/services/money/checkout/purchase";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { type Fate, pastWorld, payAt } from "./past-world";

const hour = 60 * 60_000;
const day = 24 * hour;

const plan = {
  ...{ name: "Gold plan", description: "Clean water at home, as much as you need." },
  ...{ kind: "subscription", price: "1500", salePrice: "", interval: "month" },
};
const tank = {
  ...{ name: "Water tank, 100 litres", description: "Food-grade, with a tap." },
  ...{ kind: "physical", price: "8500", salePrice: "7900", interval: "" },
};
const refill = {
  title: "Refill at the kiosk, 20 litres",
  description: "Pay here, then show the receipt at the tap.",
  amount: 250,
};

interface Goods {
  planId: number;
  tankId: number;
  linkId: number;
}

/** What a new store of a public demo begins with. The real services make it; without pictures, so that it takes little. */
export async function makeGoods(world: World, seller: Seller): Promise<Goods> {
  const { id: planId } = await createProduct(world, seller, plan);
  const { id: tankId } = await createProduct(world, seller, tank);
  const { id: linkId } = await createPaymentLink(world, seller, NewPaymentLink.parse(refill));
  await createInvoice(world, seller, invoiceOf(world));
  return { planId, tankId, linkId };
}

/** Some payments of the last days by made-up people. */
export async function sellSome(
  world: World,
  seller: Seller,
  { planId, tankId, linkId }: Goods,
): Promise<void> {
  const link: PaymentFor = { kind: "payment_link", linkId, amount: null, answer: null };
  const subscribed: PaymentFor = { kind: "subscription_start", productId: planId, ref: null };
  await buy(world, seller, { name: "Faith Mutua", ago: 9 * day, for: subscribed });
  await buy(world, seller, { name: "Hassan Abdi", ago: 5 * day, for: subscribed });
  await buy(world, seller, {
    ...{ name: "Njeri Kariuki", ago: 3 * day },
    for: { kind: "product", productId: tankId, quantity: 1 },
  });
  await buy(world, seller, { name: "Otieno Okoth", ago: day, for: link });
  await buy(world, seller, { name: "Umi Salim", ago: 2 * hour, for: link, fate: "cancelled_by_payer" });
  await buy(world, seller, { name: "Umi Salim", ago: hour, for: link });
}

async function buy(
  world: World,
  seller: Seller,
  sale: { name: string; ago: number; for: PaymentFor; fate?: Fate },
): Promise<void> {
  const past = pastWorld(world, new Date(world.clock.now().getTime() - sale.ago));
  const email = `${sale.name.toLowerCase().replace(" ", ".")}@example.com`;
  const fate = sale.fate ? { fate: sale.fate } : {};
  await payAt(past, seller, { name: sale.name, phone: newPhone(world), email }, sale.for, fate);
}

/** One whose last digits mean nothing to the sandbox. */
function newPhone({ random }: World): string {
  for (;;) {
    const digits = String(Buffer.from(random.bytes(4)).readUInt32LE() % 1_000_000).padStart(6, "0");
    if (!isScripted(`0712${digits}`)) return `0712${digits}`;
  }
}

function invoiceOf(world: World) {
  const due = new Date(world.clock.now().getTime() + 14 * day);
  return NewInvoice.parse({
    ...{ customer_name: "Kilimani Primary School", customer_email: "accounts@school.example.com" },
    items: [{ description: "Drinking water, 20 litres", quantity: 12, unit_price: 250 }],
    ...{ due_on: due.toISOString().slice(0, 10), send: ["email"] },
  });
}
