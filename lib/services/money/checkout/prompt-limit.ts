import { Prisma } from "@/lib/db/client";
import { Refusal } from "@/lib/domain/refusal";
import type { Caller } from "@/lib/services/core/caller";
import type { Unit, World } from "@/lib/services/core/world";
import { countEach } from "@/lib/services/people/keys/count-within";

const minuteMs = 60_000;
const tenMinutesMs = 10 * minuteMs;

/** One store. */
const ofOneStore = [{ windowMs: tenMinutesMs, max: 3 }];
/** All stores together: stores cost nothing, so whoever wants to pester a phone makes many. */
const ofAllStores = [
  { windowMs: tenMinutesMs, max: 6 },
  { windowMs: 24 * 60 * minuteMs, max: 20 },
];

/**
 * A store can make a phone ring three times in ten minutes, all stores together six times and twenty times a day, as long
 * as nothing is approved: whoever types somebody else's number cannot pester them. Counted with the attempt, in its
 * transaction, under a name that does not tell the number; after the order is locked, as when the count is forgotten.
 * Refusal `too_many_attempts`.
 */
export async function countPrompt(
  world: World,
  unit: Unit,
  caller: Caller,
  phone: string | null,
): Promise<void> {
  if (phone === null) return;
  const counts = [
    { subject: subjectOf(world, caller.storeId, phone), limits: ofOneStore },
    { subject: subjectOf(world, "all", phone), limits: ofAllStores },
  ];
  if ((await countEach(unit.tx, counts, unit.now)) < counts.length) throw new Refusal("too_many_attempts");
}

/**
 * A payment that was approved shows that the phone is in the hands of whoever pays this store: they may go on. Of what all
 * stores together asked, the one that was approved no longer counts.
 */
export function forgetPrompts(world: World, unit: Unit, storeId: number, phone: string): void {
  unit.tx.$send(Prisma.sql`
    WITH forgotten AS (DELETE FROM rate_limits WHERE subject = ${subjectOf(world, storeId, phone)})
    UPDATE rate_limits SET hits = hits[1 : cardinality(hits) - 1]
    WHERE subject = ${subjectOf(world, "all", phone)} AND cardinality(hits) > 0`);
}

function subjectOf(world: World, store: number | "all", phone: string): string {
  return `prompt:${store}:${Buffer.from(world.secrets.mac("prompts", phone)).toString("base64url")}`;
}
