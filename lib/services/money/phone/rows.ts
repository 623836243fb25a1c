import type { PhoneChain, PhoneMessage } from "@/lib/db/generated/client";
import type { Anchor } from "@/lib/domain/phone-messages/chain";
import { NotFound } from "@/lib/domain/refusal";
import type { Unit, World } from "@/lib/services/core/world";

/** What a message tells, as it is kept: names, phones and balances are sealed. */
export interface Told {
  text: string;
  sender: string;
  /** In minor units, as the balance: null where the message tells none. */
  amount: string;
  balance: string | null;
  phone: string | null;
  name: string | null;
  reference: string | null;
}

/** `fits` and `proved`: true by the chain. `loose`: without a balance, not proved. `plain`: nothing to believe. */
export type MessageState =
  | "fits"
  | "proved"
  | "waiting"
  | "loose"
  | "false"
  | "old"
  | "plain"
  | "twice"
  | "unread";

type Sealing = Pick<World, "secrets">;

export function sealTold({ secrets }: Sealing, told: Told): Uint8Array<ArrayBuffer> {
  return secrets.seal(JSON.stringify(told));
}

export function toldOf({ secrets }: Sealing, { sealed }: Pick<PhoneMessage, "sealed">): Told {
  // Safe: `sealTold` wrote it.
  return JSON.parse(secrets.open(sealed)) as Told;
}

export function sealBalance({ secrets }: Sealing, minor: bigint): Uint8Array<ArrayBuffer> {
  return secrets.seal(String(minor));
}

export function openBalance({ secrets }: Sealing, sealed: Uint8Array | null): bigint | null {
  return sealed && BigInt(secrets.open(sealed));
}

/** Null until the owner typed the balance of their phone. */
export function anchorOf(world: Sealing, { anchorSealed, anchorAt }: PhoneChain): Anchor | null {
  const balanceMinor = openBalance(world, anchorSealed);
  return balanceMinor !== null && anchorAt ? { balanceMinor, atMs: anchorAt.getTime() } : null;
}

/**
 * The chain of a phone, made when it is first needed; whoever else hears of a phone of this store waits, for two SIMs may hear
 * the same.
 */
export async function lockChain(unit: Unit, storeId: number, rail: string): Promise<PhoneChain> {
  await unit.tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`phones/${storeId}`}, 0))`;
  await unit.tx.phoneChain.createMany({
    data: [{ rail, storeId, createdAt: unit.now }],
    skipDuplicates: true,
  });
  return unit.tx.phoneChain.findUniqueOrThrow({ where: { rail } });
}

/** True by the chain. */
export const believed: MessageState[] = ["fits", "proved"];

export function isBelieved({ state }: Pick<PhoneMessage, "state">): boolean {
  return believed.some((one) => one === state);
}

/** A message of money that came and was believed. Throws NotFound. */
export async function findBelieved(
  { db }: Pick<World, "db">,
  { storeId }: { storeId: number },
  id: bigint,
): Promise<PhoneMessage> {
  const where = { id, storeId, kind: "received", state: { in: believed } };
  const row = await db.phoneMessage.findFirst({ where });
  if (!row) throw new NotFound();
  return row;
}

/** The seller's word for the account. */
export async function labelOf({ tx }: Unit, rail: string): Promise<string> {
  const { label } = await tx.railAccount.findUniqueOrThrow({ where: { key: rail }, select: { label: true } });
  return label;
}
