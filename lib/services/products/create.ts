import type { ProductRow } from "@/lib/db/rows";
import { isInterval } from "@/lib/domain/interval";
import { type AmountProblem, type Money, parseAmount } from "@/lib/domain/money";
import { Invalid } from "@/lib/domain/refusal";
import { lineProblem, textProblem } from "@/lib/domain/text";
import { composeToken } from "@/lib/domain/token";
import { requireDeveloper, type Seller } from "../accounts/seller";
import { transact } from "../unit";
import type { World } from "../world";

interface NewSubscriptionProduct {
  name: string;
  description: string;
  /** In major units of the store's currency, as typed: "1500" or "1,500.50". */
  price: string;
  interval: string;
}

/** A subscription for sale at once, at its own subscribe page. Throws Invalid by field. */
export async function createSubscriptionProduct(
  world: World,
  seller: Seller,
  input: NewSubscriptionProduct,
): Promise<ProductRow> {
  requireDeveloper(seller);
  return transact(world, async (unit) => {
    const { currency } = await unit.tx.store.findUniqueOrThrow({
      where: { id: seller.storeId },
      select: { currency: true },
    });
    const { price, interval } = checked(input, currency);
    const product = await unit.tx.product.create({
      data: {
        storeId: seller.storeId,
        token: composeToken(world.random.bytes(24)),
        name: input.name.trim(),
        shortDescription: input.description.trim(),
        kind: "subscription",
        currency,
        priceMinor: price.minor,
        interval,
        createdAt: unit.now,
        updatedAt: unit.now,
      },
    });
    await unit.audit({
      accountId: seller.accountId,
      storeId: seller.storeId,
      actor: seller.actor,
      action: "product.created",
      target: `product:${product.id}`,
    });
    return product;
  });
}

function checked(input: NewSubscriptionProduct, currency: string) {
  const errors: Record<string, string[]> = {};
  const name = input.name.trim();
  const nameProblem = name === "" ? "Give the plan a name." : lineProblem(name, 255);
  if (nameProblem) errors.name = [nameProblem];
  const descriptionProblem = textProblem(input.description, 5000);
  if (descriptionProblem) errors.description = [descriptionProblem];
  const { interval } = input;
  if (!isInterval(interval)) errors.interval = ["Choose how often it is paid."];
  // People write thousands with commas or spaces; a comma before one or two digits is a decimal somewhere, so it stays
  // and is refused rather than guessed.
  const amount = parseAmount(input.price.trim().replace(/[,\s](?=\d{3}(?!\d))/g, ""), currency);
  if (!amount.ok) errors.price = [amountSentence(amount.problem, currency)];
  if (!amount.ok || !isInterval(interval) || Object.keys(errors).length > 0) throw new Invalid(errors);
  const price: Money = amount.money;
  return { price, interval };
}

function amountSentence(problem: AmountProblem, currency: string): string {
  switch (problem) {
    case "not_a_number":
      return `Enter an amount in ${currency} in digits, such as 1500.`;
    case "not_positive":
      return "The price must be more than zero.";
    case "too_many_decimals":
      return `${currency} has fewer decimals than this.`;
    case "too_large":
      return "This is more than one payment can hold.";
  }
}
