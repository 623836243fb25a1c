import type { Prisma } from "@/lib/db/client";
import { isCurrency, type Money } from "@/lib/domain/money";
import { base62 } from "@/lib/domain/token";
import { cloudSend } from "@/lib/providers/whatsapp/cloud";
import { concernOf, type Whatsapp, type WhatsappCategory } from "@/lib/providers/whatsapp/port";
import { isOneOf } from "@/lib/services/core/manage-token";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { openContent } from "./content";

// The numbers by which messages go: a store's own, else the installation's. What only concerns one store's stays there.

export type WhatsappNumber = Prisma.WhatsappNumberGetPayload<object>;

/** A store's own number, as that which told us something. */
export type Teller = Pick<WhatsappNumber, "id" | "storeId">;
export const tellerColumns = { id: true, storeId: true } as const;

/** By which number a store's messages go. `own`: the row of its own; null: the installation's. Null: by none. */
export async function senderFor(
  { db, whatsapp, secrets, config }: World,
  storeId: number,
): Promise<{ send: Whatsapp["send"]; own: number | null } | null> {
  const row = await db.whatsappNumber.findFirst({
    where: { storeId, removedAt: null, heardAt: { not: null } },
  });
  if (!row) return whatsapp && { send: whatsapp.send, own: null };
  const [token, { baseUrl }] = [secrets.open(row.tokenSealed), config.whatsapp];
  return { send: cloudSend({ numberId: row.numberId, token, baseUrl }), own: row.id };
}

/** What one message costs: the operator at the installation's number, the store at its own. */
export async function priceOf(
  { world, tx }: Unit,
  category: WhatsappCategory,
  own: number | null,
): Promise<Money | null> {
  if (own === null) return world.whatsapp?.prices[category] ?? null;
  const row = await tx.whatsappNumber.findUnique({ where: { id: own } });
  return row && moneyOf(row);
}

export function moneyOf({ priceMinor: minor, priceCurrency: currency }: WhatsappNumber): Money | null {
  return minor !== null && currency !== null && isCurrency(currency) ? { minor, currency } : null;
}

const isAddress = (text: string) => /^[0-9A-Za-z]{22}$/.test(text);

/** As long as buttons work and words are answers, a number that was taken off is heard. */
const heardMs = 7 * 24 * 60 * 60_000;

/** The numbers of the store whose address ends so, with the secrets of their apps. */
export async function tellersAt({ db, clock, secrets }: World, address: string) {
  const since = new Date(clock.now().getTime() - heardMs);
  const where = { address, OR: [{ removedAt: null }, { removedAt: { gt: since } }] };
  const rows = isAddress(address) ? await db.whatsappNumber.findMany({ where, orderBy: { id: "asc" } }) : [];
  return rows.map(({ id, storeId, numberId, secretSealed }) => {
    const by: Teller = { id, storeId };
    return { numberId, appSecret: secrets.open(secretSealed), by };
  });
}

/** The word that is typed at the provider with the address. Nothing that opens it is stored. */
export function wordsOf({ secrets }: Pick<World, "secrets">, address: string): string[] {
  return secrets.macs("whatsapp-word", address).map((mac) => base62(mac, 22));
}

/** The provider called with the word: from now on the store's messages go by its number. False: it is another word, or no address. */
export async function hearWhatsapp(world: World, address: string, word: string): Promise<boolean> {
  const where = { address, removedAt: null };
  const row = isAddress(address) ? await world.db.whatsappNumber.findFirst({ where }) : null;
  if (!row || !isOneOf(world, wordsOf(world, address), word)) return false;
  if (row.heardAt !== null) return true;
  await transact(world, async ({ tx, now }) => {
    await tx.$queryRaw`SELECT 1 FROM stores WHERE id = ${row.storeId} FOR NO KEY UPDATE`;
    const still = { ...where, id: row.id };
    const { count } = await tx.whatsappNumber.updateMany({ where: still, data: { heardAt: now } });
    if (count > 0) await tx.store.update({ where: { id: row.storeId }, data: { ownWhatsapp: true } });
  });
  return true;
}

type Refused = Pick<Prisma.WhatsappMessageGetPayload<object>, "storeId" | "ownNumber" | "contentSealed">;

/**
 * Once for each code until somebody settled it, since what is wrong with a number or a template stops every message with it: the
 * operator for the installation's number, the store for its own.
 */
export async function tellRefused(unit: Unit, refused: Refused, code: number): Promise<void> {
  const concern = concernOf(code);
  if (concern !== "account" && concern !== "template") return;
  const { ownNumber: id, storeId } = refused;
  if (id === null) {
    const subject = `whatsapp/${code}`;
    return unit.raiseTask({ storeId: null, kind: `whatsapp_${concern}`, subject, details: { code } });
  }
  const where = { id, removedAt: null };
  const data = concern === "account" ? { problem: code } : { storeId };
  const { count } = await unit.tx.whatsappNumber.updateMany({ where, data });
  // What comes late of a number that was taken off is nobody's to mend.
  if (count === 0) return;
  const { template, language } = openContent(unit.world, refused.contentSealed);
  const which: Record<string, string> = concern === "account" ? {} : { template, language };
  const subject = ["whatsapp_number", id, code, ...Object.values(which)].join("/");
  await unit.raiseTask({ storeId, kind: `whatsapp_own_${concern}`, subject, details: { code, ...which } });
}

/** A message by it arrived. */
export async function noteWell(unit: Unit, id: number): Promise<void> {
  const where = { id, problem: { not: null } };
  const [row] = await unit.tx.whatsappNumber.updateManyAndReturn({ where, data: { problem: null } });
  if (row) await unit.resolveTasks({ storeId: row.storeId, kind: "whatsapp_own_account" });
}
