import type { z } from "zod";
import { Prisma } from "@/lib/db/client";
import type { DiscountCodeRow } from "@/lib/db/rows";
import { codeBytes, composeCode } from "@/lib/domain/discount";
import { Refusal } from "@/lib/domain/refusal";
import type { NewCodes } from "@/lib/resources/discount-input";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { lockDiscount } from "./save";

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
