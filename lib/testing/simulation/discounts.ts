import { giveDiscount, takeDiscount } from "@/lib/services/billing/subscriptions/give";
import { updateDiscount } from "@/lib/services/catalog/discounts/save";
import { discount } from "../discounts";
import { newId, pressOnce, refusedInWords, subscriptionsOf } from "./payers";
import type { Town } from "./town";

/** The discounts of a town in which there are some, and an offer that applies by itself. */
export async function openDiscounts({ world, shop }: Town): Promise<void> {
  await discount(world, shop, { code: "SHARE", percent: 15, max_redemptions_per_customer: 2 });
  await discount(world, shop, { code: "TWICE", percent: 30, duration: "periods", duration_periods: 2 });
  const amount = { type: "amount", percent: null };
  await discount(world, shop, { code: "ALWAYS", ...amount, amount: 2_000, duration: "forever" });
  await discount(world, shop, { code: "VOUCHER", percent: 100, max_redemptions: 4 });
  await discount(world, shop, { code: "SCARCE", percent: 25, max_redemptions: 2 });
  await discount(world, shop, {
    code: null,
    is_automatic: true,
    ...amount,
    amount: 1_000,
    first_time_only: true,
  });
}

/** One person pays for two things at once with the same code, or gets the offer for new people on both. */
export async function somebodyWantsItTwice(town: Town): Promise<string> {
  const { luck, products } = town;
  const phone = `0772${luck.once(2) ? 100 + luck.roll(4) : 300 + luck.roll(600)}789`;
  const code = luck.pick(["", "", "SHARE", "SHARE", "SCARCE"]);
  const quantity = 1 + luck.roll(2);
  const forms = products.map(({ id: productId }) => ({
    ...{ id: newId(town), phone, code, card: false, email: null, renews: false },
    paymentFor: { kind: "product" as const, productId, quantity },
  }));
  const answers = await Promise.all(forms.map((form) => pressOnce(town, form)));
  return `both with "${code}" by ${phone}: ${answers.join(", ")}`;
}

/** What a seller does with discounts while payers use them: gives, takes away, pauses, raises a limit. */
export async function changesDiscounts(town: Town): Promise<string> {
  const { world, shop, luck } = town;
  const where = { storeId: shop.store.id };
  const sub = luck.any(await subscriptionsOf(town));
  const one = luck.any(await world.db.discount.findMany({ where, orderBy: { id: "asc" } }));
  if (!one) return "no discount";
  const acts: (() => Promise<unknown>)[] = [
    () => updateDiscount(world, shop.live, one.id, { is_active: !one.isActive }),
    () => updateDiscount(world, shop.live, one.id, { max_redemptions: one.placesTaken + luck.roll(2) }),
    ...(sub ? [() => giveDiscount(world, shop.live, sub.id, { code: null, discountId: one.id })] : []),
    ...(sub ? [() => takeDiscount(world, shop.live, sub.id)] : []),
  ];
  const which = luck.roll(acts.length);
  try {
    await acts[which]?.();
    return `discount ${one.code}: act ${which}`;
  } catch (error) {
    return `discount ${one.code}: ${refusedInWords(error)}`;
  }
}
