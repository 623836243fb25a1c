import type { KeyScope } from "@/lib/db/generated/enums";
import type { ApiKeyRow } from "@/lib/db/rows";
import { Invalid, Refusal, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { composeKey } from "@/lib/domain/token";
import { fingerprint } from "@/lib/providers/secrets";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { permit, type Seller } from "../accounts/permit";

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
