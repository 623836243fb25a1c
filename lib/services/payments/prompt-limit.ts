import { Refusal } from "@/lib/domain/refusal";
import type { Caller } from "../caller";
import type { Unit } from "../unit";
import type { World } from "../world";

const promptsMax = 3;
const windowMs = 10 * 60 * 1000;

/**
 * A store can make a phone ring three times in ten minutes: whoever types somebody else's number cannot pester them.
 * Counted with the attempt, in its transaction, under a name that does not tell the number; after the order is locked,
 * as when the count is forgotten. Refusal `too_many_attempts`.
 */
export async function countPrompt(
  world: World,
  unit: Unit,
  caller: Caller,
  phone: string | null,
): Promise<void> {
  if (phone === null) return;
  const subject = subjectOf(world, caller.storeId, phone);
  const since = new Date(unit.now.getTime() - windowMs);
  const counted = await unit.tx.$executeRaw`
    INSERT INTO rate_limits AS log (subject, hits) VALUES (${subject}, ARRAY[${unit.now}::timestamptz])
    ON CONFLICT (subject) DO UPDATE
      SET hits = ARRAY(SELECT hit FROM unnest(log.hits) AS hit WHERE hit > ${since}::timestamptz) || ${unit.now}::timestamptz
      WHERE (SELECT count(*) FROM unnest(log.hits) AS hit WHERE hit > ${since}::timestamptz) < ${promptsMax}`;
  if (counted === 0) throw new Refusal("too_many_attempts");
}

/** A payment that was approved shows that the phone is in the hands of whoever pays: they may go on. */
export async function forgetPrompts(world: World, unit: Unit, storeId: number, phone: string): Promise<void> {
  await unit.tx.$executeRaw`DELETE FROM rate_limits WHERE subject = ${subjectOf(world, storeId, phone)}`;
}

function subjectOf(world: World, storeId: number, phone: string): string {
  return `prompt:${storeId}:${Buffer.from(world.secrets.mac("prompts", phone)).toString("base64url")}`;
}
