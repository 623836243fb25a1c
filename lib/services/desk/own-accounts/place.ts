import { isDeepStrictEqual } from "node:util";
import type { RailAccount } from "@/lib/db/generated/client";
import { Invalid, say } from "@/lib/domain/refusal";
import type { Credentials } from "@/lib/providers/rails/kind";
import { kindOf } from "@/lib/providers/rails/kinds";
import type { Unit, World } from "@/lib/services/core/world";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { opened } from "../rails/settings";

// Where payers pay by themselves, such as a paybill: its provider lists what came, so two accounts of a store that name one
// place, now or one after the other, would book each payment twice.

interface AtPlace {
  rail: string;
  livemode: boolean;
  place: Credentials;
}

/** Of an account's credentials what names its place; nothing where its rail has none. */
export function placeOf(rail: string, credentials: Credentials | null): Credentials {
  const names = kindOf(rail)?.fields.flatMap(({ name, isPlace }) => (isPlace ? [name] : [])) ?? [];
  return Object.fromEntries(
    names.flatMap((name) => (credentials?.[name] ? [[name, credentials[name]]] : [])),
  );
}

/** An account of this place that the store took off. */
export async function readRemoved(world: World, seller: Seller, at: AtPlace): Promise<RailAccount | null> {
  const all = await accountsAt(world, world.db, seller, at);
  return all.find(({ removedAt }) => removedAt !== null) ?? null;
}

/** Throws Invalid on `form` where another account of the store has this place, or had it before this one moved there. */
export async function requireOneAtPlace(
  { world, tx }: Unit,
  seller: Seller,
  { key, from, ...at }: AtPlace & { key: string; from: Credentials },
): Promise<void> {
  const others = (await accountsAt(world, tx, seller, at)).filter((one) => one.key !== key);
  const present = others.find(({ removedAt }) => removedAt === null);
  if (present) throw new Invalid({ form: [say("account_connected", { label: present.label })] });
  if (others.length > 0 && !isDeepStrictEqual(from, at.place))
    throw new Invalid({ form: [say("account_another")] });
}

async function accountsAt(
  world: World,
  db: Pick<Unit["tx"], "railAccount">,
  { storeId }: Seller,
  { rail, livemode, place }: AtPlace,
): Promise<RailAccount[]> {
  if (Object.keys(place).length === 0) return [];
  const where = { storeId, rail, livemode };
  const rows = await db.railAccount.findMany({ where, orderBy: { createdAt: "desc" } });
  return rows.filter((row) => isDeepStrictEqual(placeOf(rail, opened(world, row.credentialsSealed)), place));
}
