import type { Tx } from "@/lib/db/client";
import { maxMinor } from "@/lib/domain/money";
import { gather, type PayProblem, payInvalid, throwProblems } from "@/lib/domain/pay-problem";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { isSoldOut } from "@/lib/services/catalog/deliverables/read";
import type { Caller } from "@/lib/services/core/world";
import { type Payer, readPayer } from "./customer";
import { readDelivery } from "./deliver-to";
import { type PaymentFor, type Purchase, plainPurchase } from "./purchase";

const quantityMax = 999;

/** A product of any kind except a subscription, once or several times. */
export async function productPurchase(
  tx: Tx,
  caller: Caller,
  paymentFor: Omit<Extract<PaymentFor, { kind: "product" }>, "kind">,
  payer: Payer,
): Promise<Purchase> {
  const { productId, quantity, delivery = { place: null, contact: null } } = paymentFor;
  const product = await tx.product.findFirst({
    where: { id: productId, storeId: caller.storeId },
    include: { store: { select: { country: true } } },
  });
  if (!product || product.interval) throw new NotFound();
  if (product.status !== "active" || (await isSoldOut(tx, product))) throw new Refusal("not_on_sale");
  const problems: PayProblem[] = [];
  await gather(problems, () => requireQuantity(quantity));
  const brought = product.asksPlace
    ? await gather(problems, () => readDelivery(delivery, payer, product.store.country))
    : null;
  throwProblems(problems);
  const { name, currency } = product;
  const unitPriceMinor = product.salePriceMinor ?? product.priceMinor;
  const priceMinor = unitPriceMinor * BigInt(quantity);
  if (priceMinor > maxMinor) {
    const max = { minor: maxMinor, currency };
    throw payInvalid("quantity", "amount_too_large", { max });
  }
  return {
    ...plainPurchase,
    source: paymentFor.isEmbedded ? "embed" : "storefront",
    line: { productId, name, quantity, unitPriceMinor },
    priceMinor,
    currency,
    shown: { price: String(unitPriceMinor), item: name },
    delivery: brought,
    ...(await readPayer(tx, caller, payer)),
  };
}

function requireQuantity(quantity: number): void {
  if (!Number.isInteger(quantity) || quantity < 1) throw payInvalid("quantity", "quantity_unreadable");
  if (quantity <= quantityMax) return;
  const max = String(quantityMax);
  throw payInvalid("quantity", "quantity_too_large", { max });
}
