import { isOpen } from "@/lib/domain/attempt";
import type { World } from "@/lib/services/core/world";
import { railOf } from "../rails";
import { findAttempt } from "../settlement/read-attempt";
import { bookLinked, claimedMs } from "./book";

/** `taken`: it was there, and the payment is decided. `kept`: it is not there yet, or of another amount, or another's. */
export type Claimed = "taken" | "kept" | "no_code";

/**
 * What a payer typed of the message that they got: the network's number of their payment, or the whole message. It settles at
 * once where the seller's phone heard of it, with this very amount; else it is remembered for an hour. What the seller's phone
 * heard is told to nobody who guesses: all other answers are the same.
 */
export async function claimPayment(world: World, token: string, typed: string): Promise<Claimed> {
  const codes = codesIn(typed);
  if (codes.length === 0) return "no_code";
  const found = await findAttempt(world, token);
  const rail = found && railOf(world, found.attempt.rail);
  if (!found || !rail?.phone) return "kept";
  const { id, status } = found.attempt;
  if (!isOpen(status) && status !== "unknown" && status !== "failed") return "taken";
  const now = world.clock.now();
  // Typed again, it is remembered from now on.
  await world.db.$executeRaw`
    INSERT INTO phone_claims (rail, receipt, attempt_id, created_at)
    SELECT ${rail.id}, code, ${id}::uuid, ${now} FROM unnest(${codes}::text[]) AS code
    WHERE (SELECT count(*) FROM phone_claims WHERE rail = ${rail.id} AND attempt_id = ${id}::uuid) < ${claimsMax}
      OR EXISTS (SELECT FROM phone_claims WHERE rail = ${rail.id} AND receipt = code AND attempt_id = ${id}::uuid)
    ON CONFLICT (rail, receipt, attempt_id) DO UPDATE SET created_at = excluded.created_at`;
  // It may be there, and its seller was asked what it is for.
  await world.db.phoneMessage.updateMany({
    where: {
      ...{ rail: rail.id, receipt: { in: codes }, kind: "received", state: { in: ["fits", "proved"] } },
      heardAt: { gt: new Date(now.getTime() - reachMs) },
    },
    data: { isTaken: false },
  });
  await bookLinked(world, rail);
  const after = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id }, select: { status: true } });
  return after.status === "succeeded" ? "taken" : "kept";
}

/** Whether the payer typed a number that we still look for: then they are not asked to send again. */
export async function isClaimKept(
  { db, clock }: Pick<World, "db" | "clock">,
  { id: attemptId, rail }: { id: string; rail: string },
): Promise<boolean> {
  const createdAt = { gt: new Date(clock.now().getTime() - claimedMs) };
  return (await db.phoneClaim.count({ where: { rail, attemptId, createdAt } })) > 0;
}

/** A payer who types a code of long ago pays with what is spent. */
const reachMs = 24 * 60 * 60_000;

/** More than this for one payment is guessing. */
const claimsMax = 40;

/** So many words of a whole message may be the number: phones and amounts look like one too. */
const codesMax = 5;

/** What may be the network's number in what a payer typed. */
function codesIn(typed: string): string[] {
  const words = typed
    .normalize("NFKC")
    .slice(0, 1_000)
    .toUpperCase()
    .split(/[^A-Z0-9.]+/);
  const codes = words.map((word) => word.replaceAll(/^\.+|\.+$/g, "")).filter(isCode);
  return [...new Set(codes)].slice(0, codesMax);
}

/** Numbers of networks have eight signs or more, a digit among them: "TGE6WZSMPY" has only one. */
function isCode(word: string): boolean {
  return /^[A-Z0-9.]{8,32}$/.test(word) && /\d/.test(word);
}
