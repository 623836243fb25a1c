import type { KeyScope } from "@/lib/db/generated/enums";
import type { ApiKeyRow } from "@/lib/db/rows";
import { Invalid, NotFound, Refusal, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { composeKey } from "@/lib/domain/token";
import { fingerprint } from "@/lib/providers/secrets";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit, permitRead, type Seller } from "../accounts/permit";

export interface ListedKey {
  id: number;
  name: string;
  livemode: boolean;
  scope: KeyScope;
  /** Enough to distinguish keys: `sk_live_sn_…9f2c`. */
  fingerprint: string;
  createdBy: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Set on a replaced key during its overlap. */
  expiresAt: Date | null;
}

/** The valid keys of the store, of both modes, newest first; at most 50. */
export async function listKeys(world: World, caller: Caller): Promise<ListedKey[]> {
  permitRead(caller, "developers");
  const rows = await world.db.apiKey.findMany({
    where: {
      storeId: caller.storeId,
      OR: [{ expiresAt: null }, { expiresAt: { gt: world.clock.now() } }],
    },
    include: { creator: { select: { name: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 50,
  });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    livemode: row.livemode,
    scope: row.scope,
    fingerprint: `sk_${row.livemode ? "live" : "test"}_sn_…${row.last4}`,
    createdBy: row.creator?.name ?? null,
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    expiresAt: row.expiresAt,
  }));
}

/** Removes a key. Owner only. Its next call is answered 401 invalid_api_key (spec, Authentication). */
export async function deleteKey(world: World, seller: Seller, id: number): Promise<void> {
  permit(seller, "key.change");
  await transact(world, async (unit) => {
    const row = await unit.tx.apiKey.findFirst({ where: { id, storeId: seller.storeId } });
    if (!row) throw new NotFound();
    const { count } = await unit.tx.apiKey.deleteMany({ where: { id, storeId: seller.storeId } });
    if (count === 0) throw new NotFound();
    await auditKey(unit, seller, "api_key.deleted", row);
  });
}

export const keysMax = 10;

export interface CreatedKey {
  row: ApiKeyRow;
  /** The whole key, returned only this once: only its fingerprint and last four characters are stored. */
  key: string;
}

/**
 * Creates a key for the seller's store. Owner only. Throws Invalid on `name`, Refusal `key_limit` at the eleventh. The
 * first test key turns on test mode for the store's subscribe pages (spec, Test keys).
 */
export async function createKey(
  world: World,
  seller: Seller,
  input: { name: string; livemode: boolean; scope?: KeyScope },
): Promise<CreatedKey> {
  permit(seller, "key.change");
  const name = input.name.trim();
  const problem = name === "" ? say("key_name") : lineProblem(name, 255);
  if (problem) throw new Invalid({ name: [problem] });
  return transact(world, async (unit) => {
    await lockKeys(unit, seller);
    await requireRoom(unit, seller);
    return writeKey(world, unit, seller, { name, livemode: input.livemode, scope: input.scope ?? "full" });
  });
}

/** Serialises changes of a store's keys, so that the limit holds. Also deletes keys whose overlap is over. */
export async function lockKeys(unit: Unit, seller: Seller): Promise<void> {
  await unit.tx.$queryRaw`SELECT 1 FROM stores WHERE id = ${seller.storeId} FOR UPDATE`;
  await unit.tx.apiKey.deleteMany({ where: { storeId: seller.storeId, expiresAt: { lte: unit.now } } });
}

/**
 * Replaced keys that still work for their overlap do not count: replacing is not adding. Throws Refusal `key_limit`.
 */
export async function requireRoom(unit: Unit, seller: Seller): Promise<void> {
  const count = await unit.tx.apiKey.count({ where: { storeId: seller.storeId, expiresAt: null } });
  if (count >= keysMax) throw new Refusal("key_limit");
}

/** Creates and stores a key inside a transaction that holds the lock. */
export async function writeKey(
  world: World,
  unit: Unit,
  seller: Seller,
  input: { name: string; livemode: boolean; scope: KeyScope },
): Promise<CreatedKey> {
  const key = composeKey(input.livemode ? "live" : "test", world.random.bytes(40), input.scope);
  const row = await unit.tx.apiKey.create({
    data: {
      storeId: seller.storeId,
      livemode: input.livemode,
      name: input.name,
      scope: input.scope,
      hash: fingerprint(key),
      last4: key.slice(-4),
      createdBy: seller.userId,
      createdAt: unit.now,
    },
  });
  if (!input.livemode) {
    await unit.tx.store.updateMany({
      where: { id: seller.storeId, testModeSince: null },
      data: { testModeSince: unit.now, updatedAt: unit.now },
    });
  }
  await auditKey(unit, seller, "api_key.created", row);
  return { row, key };
}

export async function auditKey(unit: Unit, seller: Seller, action: string, row: ApiKeyRow): Promise<void> {
  await unit.audit(seller, {
    action,
    target: `api_key:${row.id}`,
    details: { name: row.name, livemode: row.livemode, scope: row.scope, last4: row.last4 },
  });
}

/** For how many hours the replaced key may continue to work. */
const rollOverlapHours = [0, 1, 24, 72] as const;

/**
 * Replaces a key by a new one of the same name, mode and scope. The old one works for the overlap, or is deleted at once.
 * Owner only. Replacing is not adding, so it works at ten keys too; at most ten replaced keys may work at a time:
 * beyond them Refusal `key_limit`. Throws NotFound, or Invalid on `overlapHours`.
 */
export async function rollKey(
  world: World,
  seller: Seller,
  id: number,
  overlapHours: number,
): Promise<CreatedKey> {
  permit(seller, "key.change");
  if (!rollOverlapHours.some((hours) => hours === overlapHours)) {
    throw new Invalid({ overlapHours: [say("choose_overlap")] });
  }
  return transact(world, async (unit) => {
    await lockKeys(unit, seller);
    const old = await unit.tx.apiKey.findFirst({ where: { id, storeId: seller.storeId, expiresAt: null } });
    if (!old) throw new NotFound();
    if (overlapHours === 0) {
      await unit.tx.apiKey.delete({ where: { id: old.id } });
      await auditKey(unit, seller, "api_key.deleted", old);
    } else {
      const where = { storeId: seller.storeId, expiresAt: { not: null } };
      if ((await unit.tx.apiKey.count({ where })) >= keysMax) throw new Refusal("key_limit");
      const expiresAt = new Date(unit.now.getTime() + overlapHours * 60 * 60_000);
      await unit.tx.apiKey.update({ where: { id: old.id }, data: { expiresAt } });
      await auditKey(unit, seller, "api_key.rolled", old);
    }
    return writeKey(world, unit, seller, { name: old.name, livemode: old.livemode, scope: old.scope });
  });
}
