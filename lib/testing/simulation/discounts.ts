import { giveDiscount, takeDiscount } from "@/lib/services/billing/subscriptions/discount";
import { updateDiscount } from "@/lib/services/catalog/discounts/save";
import { discount } from "../discounts";
import { refusedInWords } from "./payers";
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

/** What a seller does with discounts while payers use them: gives, takes away, pauses, raises a limit. */
export async function changesDiscounts(town: Town): Promise<string> {
  const { world, shop, luck } = town;
  const where = { storeId: shop.store.id };
  const [subs, discounts] = await Promise.all([
    world.db.subscription.findMany({ where, orderBy: { id: "asc" }, select: { id: true } }),
    world.db.discount.findMany({ where, orderBy: { id: "asc" } }),
  ]);
  const sub = luck.any(subs);
  const one = luck.any(discounts);
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
