import type { ProofModel as ProofRow } from "@/lib/db/generated/models";
import { limits } from "@/lib/domain/limits";
import { sixDigits } from "@/lib/services/core/six-digits";
import type { Channel, Unit, World } from "@/lib/services/core/world";
import { notifyContactCode } from "../messages/notify-subscriber";

const minutes = 10;
const triesMax = 5;

/** What an address is proven for: as a subscriber's new contact, or before a trial starts. */
type ProofPurpose = "contact" | "trial";

/** Whose codes are counted and compared: the subscription's, or, before there is one, those of the address itself. */
export interface ProofOf {
  storeId: number;
  livemode: boolean;
  purpose: ProofPurpose;
  whose: { subscriptionId: string } | { value: string };
}

/** The result of a request for a code. */
export type CodeAsked = "sent" | "too_many";

/**
 * Sends six digits to an address, to prove that it belongs to who typed it. Three codes an hour; the
 * account and the phone also have the day's limit of the gate out. `value` is normalized; test mode sends nothing.
 */
export async function sendProof(
  unit: Unit,
  of: ProofOf,
  to: { channel: Channel; value: string; language: string },
): Promise<CodeAsked> {
  const { storeId, livemode, purpose } = of;
  const { channel, value, language } = to;
  await lock(unit, of);
  const since = new Date(unit.now.getTime() - limits.proofs.windowMs);
  const made = await unit.tx.proof.count({ where: { ...codesOf(unit.world, of), createdAt: { gt: since } } });
  if (made >= limits.proofs.max) return "too_many";
  const code = livemode ? sixDigits(unit.world) : testCode(unit.world, of);
  const { id } = await unit.tx.proof.create({
    data: {
      ...{ storeId, livemode, purpose, channel, ...ownerOf(unit.world, of) },
      ...{ valueSealed: unit.world.secrets.seal(value), codeHash: hashOf(unit.world, of, code) },
      ...{ triesLeft: triesMax, createdAt: unit.now },
      expiresAt: new Date(unit.now.getTime() + minutes * 60_000),
    },
    select: { id: true },
  });
  const objectId = "subscriptionId" in of.whose ? of.whose.subscriptionId : `proof/${id}`;
  const isQueued = await notifyContactCode(unit, {
    ...{ id, storeId, livemode, objectId, channel, code, minutes, language },
    recipient: value,
  });
  if (isQueued) return "sent";
  await unit.tx.proof.delete({ where: { id } });
  return "too_many";
}

/** Test mode sends nothing: there the code of an address is always the same, and its page shows it. */
export function testCode(world: Pick<World, "secrets">, { whose }: ProofOf): string {
  const drawn = Buffer.from(world.secrets.mac("test-code", nameOf(whose))).readUInt32BE();
  return String(drawn % 1_000_000).padStart(6, "0");
}

/** A proven address, or one that can still be proven. */
export interface ProofAddress {
  channel: Channel;
  value: string;
}

/** The newest code's address, if the code can still be confirmed; else null. */
export async function readOpenProof(world: World, of: ProofOf): Promise<ProofAddress | null> {
  const newest = await findNewest(world, world.db, of);
  return newest && isOpen(newest, world.clock.now()) ? addressOf(world, newest) : null;
}

export type ProofConfirmed =
  | ({ kind: "proven" } & ProofAddress)
  | { kind: "over" }
  | { kind: "wrong"; triesLeft: number };

/** Compares with the newest code, which works once. A wrong one permanently uses one of its five tries. */
export async function confirmProof(unit: Unit, of: ProofOf, typed: string): Promise<ProofConfirmed> {
  await lock(unit, of);
  const newest = await findNewest(unit.world, unit.tx, of);
  if (!newest || !isOpen(newest, unit.now)) return { kind: "over" };
  const where = { id: newest.id };
  if (Buffer.compare(hashOf(unit.world, of, typed.replace(/\D/g, "")), newest.codeHash) !== 0) {
    const triesLeft = newest.triesLeft - 1;
    await unit.tx.proof.update({ where, data: { triesLeft } });
    return triesLeft > 0 ? { kind: "wrong", triesLeft } : { kind: "over" };
  }
  await unit.tx.proof.update({ where, data: { usedAt: unit.now } });
  return { kind: "proven", ...addressOf(unit.world, newest) };
}

/** By it the codes of an address are found without opening any. */
export function proofValueHash(world: Pick<World, "secrets">, value: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(world.secrets.mac("proof-value", value));
}

/** One at a time, so that concurrent requests cannot exceed the limits of tries and codes. */
async function lock(unit: Unit, { storeId, livemode, purpose, whose }: ProofOf): Promise<void> {
  const key = `proof/${storeId}/${livemode}/${purpose}/${nameOf(whose)}`;
  await unit.tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}

function findNewest(world: World, db: World["db"] | Unit["tx"], of: ProofOf): Promise<ProofRow | null> {
  return db.proof.findFirst({ where: codesOf(world, of), orderBy: { id: "desc" } });
}

function codesOf(world: World, of: ProofOf) {
  const { storeId, livemode, purpose } = of;
  return { storeId, livemode, purpose, ...ownerOf(world, of) };
}

function ownerOf(world: World, { whose }: ProofOf) {
  return "subscriptionId" in whose ? whose : { valueHash: proofValueHash(world, whose.value) };
}

/** Whether a code can still be typed. */
export function isOpen(
  { usedAt, triesLeft, expiresAt }: Pick<ProofRow, "usedAt" | "triesLeft" | "expiresAt">,
  now: Date,
): boolean {
  return usedAt === null && triesLeft > 0 && expiresAt > now;
}

/** Nobody proves an address by a push message. */
function addressOf(world: World, { channel, valueSealed }: ProofRow): ProofAddress {
  return { channel: channel === "sms" ? "sms" : "email", value: world.secrets.open(valueSealed) };
}

function nameOf(whose: ProofOf["whose"]): string {
  return "subscriptionId" in whose ? whose.subscriptionId : whose.value;
}

/** A keyed hash, because six digits are easily guessed from a plain one. */
function hashOf(world: World, { whose }: ProofOf, code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(world.secrets.mac("contact-code", `${nameOf(whose)}/${code}`));
}
