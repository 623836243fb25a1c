import type { z } from "zod";
import { Prisma } from "@/lib/db/client";
import type { DiscountCodeRow, DiscountRow } from "@/lib/db/rows";
import { codeBytes, composeCode } from "@/lib/domain/discount";
import { Invalid, NotFound, Refusal, say } from "@/lib/domain/refusal";
import {
  changedDiscount,
  changesTerms,
  type DiscountChanges,
  type DiscountFields,
  type NewCodes,
  type NewDiscount,
  newDiscountTerms,
} from "@/lib/resources/discount-input";
import { requireShown, savedShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";

/** Locks one discount of the store and reads it. Throws NotFound for deleted and missing ones and those of other stores. */
export async function lockDiscount(unit: Unit, scope: { storeId: number }, id: number): Promise<DiscountRow> {
  await unit.tx
    .$queryRaw`SELECT 1 FROM discounts WHERE id = ${id} AND store_id = ${scope.storeId} FOR NO KEY UPDATE`;
  const row = await unit.tx.discount.findFirst({ where: { id, storeId: scope.storeId, deletedAt: null } });
  if (!row) throw new NotFound();
  return row;
}

/** Creates a discount in the store's currency. Throws Invalid by field, and Refusal `discount_code_taken`. */
export async function createDiscount(
  world: World,
  caller: Caller,
  body: z.output<typeof NewDiscount>,
): Promise<DiscountRow> {
  permit(caller, "discount.change");
  return transact(world, async (unit) => {
    const { currency } = await unit.store(caller.storeId);
    const fields = changedDiscount(newDiscountTerms, body, { currency, now: unit.now, placesTaken: 0 });
    await productProblems(unit, caller, fields.productIds);
    const dates = { createdAt: unit.now, updatedAt: unit.now };
    const row = await unit.tx.discount.create({
      data: { ...fields, storeId: caller.storeId, currency, ...dates },
    });
    await giveCode(unit, caller, row.id, fields);
    await unit.audit(caller, { action: "discount.created", target: `discount:${row.id}` });
    return row;
  });
}

/**
 * Changes the given fields only. What was redeemed keeps its terms: Refusal `discount_in_use` where they would change.
 * Throws Invalid by field, NotFound, and Refusal `discount_code_taken`.
 */
export async function updateDiscount(
  world: World,
  caller: Caller,
  id: number,
  body: z.output<typeof DiscountChanges>,
): Promise<DiscountRow> {
  permit(caller, "discount.change");
  return transact(world, async (unit) => {
    const before = await lockDiscount(unit, caller, id);
    requireShown(world, caller, `discount/${id}`, savedShown(before));
    const { currency, placesTaken } = before;
    const fields = changedDiscount(before, body, { currency, now: unit.now, placesTaken });
    if (changesTerms(before, fields) && (await isUsed(unit, before))) throw new Refusal("discount_in_use");
    await productProblems(unit, caller, fields.productIds);
    if (fields.code !== before.code) await giveCode(unit, caller, id, fields);
    if (
      fields.isAutomatic &&
      (await unit.tx.discountCode.count({ where: { discountId: id, code: { not: null } } })) > 0
    )
      throw new Refusal("discount_automatic");
    const row = await unit.tx.discount.update({ where: { id }, data: { ...fields, updatedAt: unit.now } });
    const details = { fields: Object.keys(body).join(", ") };
    await unit.audit(caller, { action: "discount.changed", target: `discount:${id}`, details });
    return row;
  });
}

/** Deletes a discount: its codes are unknown from now on. What subscriptions have of it stays, and orders keep it. */
export async function deleteDiscount(world: World, caller: Caller, id: number): Promise<void> {
  permit(caller, "discount.change");
  await transact(world, async (unit) => {
    await lockDiscount(unit, caller, id);
    await unit.tx.discountCode.updateMany({ where: { discountId: id }, data: { code: null } });
    await unit.tx.discount.update({ where: { id }, data: { deletedAt: unit.now, updatedAt: unit.now } });
    await unit.audit(caller, { action: "discount.deleted", target: `discount:${id}` });
  });
}

/** Also one that is only under way: whoever pays now saw these terms. A test subscription may have it too. */
async function isUsed(unit: Unit, { id, placesTaken }: DiscountRow): Promise<boolean> {
  return placesTaken > 0 || (await unit.tx.subscription.count({ where: { discountId: id } })) > 0;
}

/** Its own code is written anew: what was redeemed by the one before still counts there. */
async function giveCode(
  unit: Unit,
  { storeId }: Caller,
  discountId: number,
  { code }: Pick<DiscountFields, "code">,
): Promise<void> {
  await unit.tx.discountCode.updateMany({ where: { discountId, batch: null }, data: { code: null } });
  if (code === null) return;
  const made = await unit.tx.$executeRaw(Prisma.sql`
    INSERT INTO discount_codes (store_id, discount_id, code, created_at)
    VALUES (${storeId}, ${discountId}, ${code}, ${unit.now}) ON CONFLICT (store_id, code) DO NOTHING`);
  if (made === 0) throw new Refusal("discount_code_taken", null, "code");
}

/** Throws Invalid on `product_ids` unless all are products of the store. */
async function productProblems(unit: Unit, { storeId }: Caller, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await unit.tx.product.count({ where: { storeId, id: { in: [...ids] } } });
  if (found < ids.length) throw new Invalid({ product_ids: [say("not_product")] });
}

/**
 * Makes a batch of codes that nobody guesses: vouchers to be sold, scratch cards, a code for each partner. Throws
 * NotFound, and Refusal `discount_automatic` where it applies by itself.
 */
export async function createCodes(
  world: World,
  caller: Caller,
  discountId: number,
  body: z.output<typeof NewCodes>,
): Promise<DiscountCodeRow[]> {
  permit(caller, "discount.change");
  return transact(world, async (unit) => {
    const { isAutomatic } = await lockDiscount(unit, caller, discountId);
    if (isAutomatic) throw new Refusal("discount_automatic");
    const { _max } = await unit.tx.discountCode.aggregate({ where: { discountId }, _max: { batch: true } });
    const batch = (_max.batch ?? 0) + 1;
    const prefix = (body.prefix ?? "").replace(/^-+|-+$/g, "");
    const codes = Array.from({ length: body.count }, () =>
      composeCode(prefix, world.random.bytes(codeBytes)),
    );
    const rows = await unit.tx.$queryRaw<DiscountCodeRow[]>(Prisma.sql`
      INSERT INTO discount_codes (store_id, discount_id, code, batch, max_redemptions, created_at)
      SELECT ${caller.storeId}::int, ${discountId}::int, code, ${batch}::int, ${body.max_redemptions ?? 1}::int, ${unit.now}::timestamptz
      FROM unnest(${codes}::text[]) code
      RETURNING id, store_id AS "storeId", discount_id AS "discountId", code, batch, max_redemptions AS "maxRedemptions",
        places_taken AS "placesTaken", redemptions_count AS "redemptionsCount", created_at AS "createdAt"`);
    const details = { batch, count: body.count };
    await unit.audit(caller, { action: "discount.codes_made", target: `discount:${discountId}`, details });
    return rows;
  });
}
