import type { Tx } from "@/lib/db/client";
import { maxMinor } from "@/lib/domain/money";
import { payInvalid } from "@/lib/domain/pay-problem";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import type { Caller } from "@/lib/services/core/caller";
import { type Payer, readPayer } from "./customer";
import { type Purchase, plainPurchase } from "./purchase";

const quantityMax = 999;

/** A product of any kind except a subscription, once or several times. */
export async function productPurchase(
  tx: Tx,
  caller: Caller,
  paymentFor: { productId: number; quantity: number },
  payer: Payer,
): Promise<Purchase> {
  const { productId, quantity } = paymentFor;
  const product = await tx.product.findFirst({ where: { id: productId, storeId: caller.storeId } });
  if (!product || product.interval) throw new NotFound();
  if (product.status !== "active") throw new Refusal("not_on_sale");
  requireQuantity(quantity);
  const { name, currency } = product;
  const unitPriceMinor = product.salePriceMinor ?? product.priceMinor;
  const priceMinor = unitPriceMinor * BigInt(quantity);
  if (priceMinor > maxMinor) {
    const max = { minor: maxMinor, currency };
    throw payInvalid("quantity", "amount_too_large", { max });
  }
  return {
    ...plainPurchase,
    source: "storefront",
    line: { productId, name, quantity, unitPriceMinor },
    priceMinor,
    currency,
    ...(await readPayer(tx, caller, payer)),
  };
}

function requireQuantity(quantity: number): void {
  if (!Number.isInteger(quantity) || quantity < 1) throw payInvalid("quantity", "quantity_unreadable");
  if (quantity <= quantityMax) return;
  const max = String(quantityMax);
  throw payInvalid("quantity", "quantity_too_large", { max });
}
