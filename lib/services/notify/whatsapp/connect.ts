import { sqlState } from "@/lib/db/sql-state";
import { type Money, parseAmount } from "@/lib/domain/money";
import { Invalid, NotFound, requireNone, say } from "@/lib/domain/refusal";
import { may } from "@/lib/domain/roles";
import { base62 } from "@/lib/domain/token";
import { askAboutNumber, type NumberFacts } from "@/lib/providers/whatsapp/cloud";
import { WhatsappProblem } from "@/lib/providers/whatsapp/port";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { confirmPerson, type Proof } from "@/lib/services/people/accounts/confirm-person";
import { isReader, permit, refuseInDemo, type Seller } from "@/lib/services/people/accounts/permit";
import { moneyOf, type WhatsappNumber, wordsOf } from "./numbers";

// A store's own number: connecting it, looking at it, and its end.

export interface TypedNumber extends Proof {
  /** The provider's id of the number. */
  numberId: string;
  /** Empty: those that are kept for this number. */
  token: string;
  appSecret: string;
  /** Of one message, in the store's currency with a point; empty: not said. */
  price: string;
}

type Keys = Record<"numberId" | "token" | "appSecret", string>;

const currentOf = (db: Unit["tx"] | World["db"], storeId: number): Promise<WhatsappNumber | null> =>
  db.whatsappNumber.findFirst({ where: { storeId, removedAt: null } });

/**
 * "Check connection": asks the provider about the number and keeps its keys, or sets the same one anew. Another one takes its place:
 * what is under way by the first is followed for a week. Owner only, with the password. Throws NotAllowed, or Invalid by field.
 */
export async function connectWhatsapp(world: World, seller: Seller, typed: TypedNumber): Promise<void> {
  permit(seller, "whatsapp.change");
  refuseInDemo(world, "form");
  const { storeId } = seller;
  const { currency } = await world.db.store.findUniqueOrThrow({ where: { id: storeId } });
  const before = await currentOf(world.db, storeId);
  const numberId = typed.numberId.trim();
  const kept = before?.numberId === numberId ? before : null;
  const keys: Keys = {
    numberId,
    token: typed.token.trim() || (kept ? world.secrets.open(kept.tokenSealed) : ""),
    appSecret: typed.appSecret.trim() || (kept ? world.secrets.open(kept.secretSealed) : ""),
  };
  const price = typed.price.trim() === "" ? null : parseAmount(typed.price.trim(), currency);
  const cost = price?.ok ? price.money : null;
  const isKey = (text: string) => /^[\x21-\x7e]{8,1000}$/.test(text);
  requireNone({
    numberId: /^\d{5,20}$/.test(numberId) ? null : say("whatsapp_number_id"),
    token: isKey(keys.token) ? null : say("whatsapp_token"),
    appSecret: isKey(keys.appSecret) ? null : say("whatsapp_secret"),
    price: price === null || price.ok ? null : say("whatsapp_price"),
  });
  // The operator's own is not one store's.
  if (numberId === world.whatsapp?.numberId) throw new Invalid({ numberId: [say("whatsapp_taken")] });
  await confirmPerson(world, seller.userId, typed);
  const facts = await ask(world, keys);
  await transact(world, (unit) => write(unit, seller, keys, facts, cost)).catch((error: unknown) => {
    if (sqlState(error) !== "23505") throw error;
    throw new Invalid({ numberId: [say("whatsapp_taken")] });
  });
}

async function ask(world: World, keys: Keys): Promise<NumberFacts> {
  try {
    return await askAboutNumber({ ...keys, baseUrl: world.config.whatsapp.baseUrl });
  } catch (error) {
    if (!(error instanceof WhatsappProblem)) throw error;
    const isSilent = error.concern === "later";
    const code = String(error.code);
    throw new Invalid({ form: [isSilent ? say("whatsapp_no_answer") : say("whatsapp_refused", { code })] });
  }
}

async function write(unit: Unit, seller: Seller, keys: Keys, facts: NumberFacts, cost: Money | null) {
  const { tx, now, world } = unit;
  const { storeId } = seller;
  const { numberId } = keys;
  const before = await lockCurrent(unit, storeId);
  const known = await tx.whatsappNumber.findMany({ where: { storeId } });
  if (before && before.numberId !== numberId) await takeOff(unit, before);
  // An app that has called goes on calling; another one, known by its secret, has to be told where.
  const heard = known.find(
    (row) => row.heardAt !== null && world.secrets.open(row.secretSealed) === keys.appSecret,
  );
  const data = {
    ...{ numberId, ...facts, problem: null, checkedAt: now, removedAt: null },
    address: known[0]?.address ?? base62(world.random.bytes(24), 22),
    tokenSealed: world.secrets.seal(keys.token),
    secretSealed: world.secrets.seal(keys.appSecret),
    ...{ priceMinor: cost?.minor ?? null, priceCurrency: cost?.currency ?? null },
    heardAt: heard?.heardAt ?? null,
  };
  await tx.whatsappNumber.upsert({
    where: { storeId_numberId: { storeId, numberId } },
    create: { ...data, storeId, createdAt: now },
    update: data,
  });
  await tx.store.update({ where: { id: storeId }, data: { ownWhatsapp: data.heardAt !== null } });
  await settle(unit, seller, "connected", facts.display);
}

/** The store's number, while nobody else changes it. */
async function lockCurrent({ tx }: Unit, storeId: number): Promise<WhatsappNumber | null> {
  await tx.$queryRaw`SELECT 1 FROM stores WHERE id = ${storeId} FOR NO KEY UPDATE`;
  return currentOf(tx, storeId);
}

/** Its token is forgotten at once; the secret stays, for what is still told of it (`tellersAt`). */
async function takeOff({ tx, now, world }: Unit, { id }: WhatsappNumber): Promise<void> {
  const data = { removedAt: now, tokenSealed: world.secrets.seal("") };
  await tx.whatsappNumber.update({ where: { id }, data });
}

async function settle(unit: Unit, seller: Seller, what: "connected" | "removed", number: string) {
  const { storeId } = seller;
  const kind = { in: ["whatsapp_own_account", "whatsapp_own_template"] };
  await unit.resolveTasks({ storeId, kind }, seller.actor);
  const target = `store:${storeId}`;
  await unit.audit(seller, { action: `store.whatsapp_${what}`, target, details: { number } });
}

/**
 * Takes the number off: messages go by the installation's, else by SMS. What was sent by it is followed for a week, and stays in the
 * lists. Owner only, with the password. Throws NotFound, or Invalid by field.
 */
export async function removeWhatsapp(world: World, seller: Seller, proof: Proof): Promise<void> {
  permit(seller, "whatsapp.change");
  await confirmPerson(world, seller.userId, proof);
  const { storeId } = seller;
  await transact(world, async (unit) => {
    const row = await lockCurrent(unit, storeId);
    if (!row) throw new NotFound();
    await takeOff(unit, row);
    await unit.tx.store.update({ where: { id: storeId }, data: { ownWhatsapp: false } });
    await settle(unit, seller, "removed", row.display);
  });
}

export type OwnWhatsapp = NonNullable<Awaited<ReturnType<typeof readOwnWhatsapp>>>;

/** A store's own number, as its page shows it. Null: the store has none. */
export async function readOwnWhatsapp(world: World, seller: Seller) {
  const row = await currentOf(world.db, seller.storeId);
  if (!row) return null;
  const { numberId, display, name, quality, problem, checkedAt, address } = row;
  const [word = ""] = wordsOf(world, address);
  const webhook = { address: `${world.config.siteUrl}/api/whatsapp/${address}`, word };
  return {
    ...{ numberId, display, name, quality, problem, checkedAt, price: moneyOf(row) },
    /** Nothing goes by it before its provider called. */
    isHeard: row.heardAt !== null,
    /** What is entered at the provider; null for whoever may not change the number. */
    webhook: may(seller.role, "whatsapp.change") ? webhook : null,
    /** Since the month began (UTC); null for whoever may not see money. */
    month: isReader(seller, "money") ? await readMonth(world, row) : null,
  };
}

/** `cost`: by the store's own price. */
async function readMonth({ db, clock }: World, row: WhatsappNumber) {
  const now = clock.now();
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const price = moneyOf(row);
  const [sums] = await db.$queryRaw<{ messages: number; billed: number; minor: bigint }[]>`
    SELECT count(*)::int AS messages, count(*) FILTER (WHERE billable)::int AS billed,
      coalesce(sum(cost_minor) FILTER (WHERE cost_currency = ${price?.currency}), 0)::bigint AS minor
    FROM whatsapp_messages
    WHERE store_id = ${row.storeId} AND created_at >= ${since} AND own_number IS NOT NULL AND wamid IS NOT NULL`;
  const { messages = 0, billed = 0, minor = 0n } = sums ?? {};
  return { messages, billed, cost: price && { minor, currency: price.currency } };
}
