import { Prisma, type Tx } from "@/lib/db/client";
import { NotFound } from "@/lib/domain/refusal";
import type { WhatsappPerson } from "@/lib/providers/whatsapp/webhook";
import type { Unit, World } from "@/lib/services/core/world";
import { type Seller, verb } from "@/lib/services/people/accounts/permit";
import { customerScope } from "@/lib/services/people/customers/scope";
import { auditCustomer, lockCustomer } from "@/lib/services/people/customers/update";

export interface NewConsent extends WhatsappPerson {
  storeId: number;
  state: "in" | "out";
  how: "checkout" | "settings" | "reply" | "seller" | "changed";
  /** What they agreed to, or wrote. */
  words?: string | null;
  /** Ticked where this was paid for, from this phone's instrument: it counts once that payment came. */
  paid?: { orderId: number; instrumentHash: Uint8Array } | null;
}

/** Writes what somebody said. The same word again adds no row, but where the one before was not theirs: they had moved. */
export function writeConsent(unit: Pick<Unit, "tx" | "now">, consent: NewConsent): void {
  const { storeId, phone, userId, state, how, words = null, paid = null } = consent;
  unit.tx.$send(Prisma.sql`
    INSERT INTO whatsapp_consents (store_id, phone, user_id, state, how, words, order_id, instrument_hash, at)
    SELECT ${storeId}::int, ${phone}::text, ${userId}::text, ${state}::text, ${how}::text, ${words?.slice(0, 500) ?? null}::text,
      ${paid?.orderId ?? null}::int, ${paid?.instrumentHash ?? null}::bytea, ${unit.now}::timestamptz
    WHERE NOT EXISTS (
      SELECT 1 FROM (
        SELECT state, how, order_id, user_id FROM whatsapp_consents
        WHERE store_id = ${storeId} AND phone IS NOT DISTINCT FROM ${phone}
          AND (phone IS NOT NULL OR user_id = ${userId}) ORDER BY id DESC LIMIT 1) last
      WHERE last.state = ${state} AND last.how <> 'changed' AND last.order_id IS NOT DISTINCT FROM ${paid?.orderId ?? null}::int
        AND (${userId}::text IS NULL OR last.user_id = ${userId}))`);
}

/** A tick at a payment counts once that phone has paid it, so nobody agrees for somebody else. */
const counts = Prisma.sql`(c.order_id IS NULL OR EXISTS (
  SELECT 1 FROM payment_attempts a
  WHERE a.order_id = c.order_id AND a.status = 'succeeded' AND a.instrument_hash = c.instrument_hash))`;

/**
 * Where the owner of this phone wants messages of this store by WhatsApp: the newest word of theirs, said with the phone or with
 * the id that goes with it. `userId`: they left this phone for one that they do not show. Null: they want none.
 */
export async function whatsappTo(
  tx: Pick<Tx, "$queryRaw">,
  storeId: number,
  phone: string,
): Promise<{ userId: string | null } | null> {
  const [said] = await tx.$queryRaw<(WhatsappPerson & { state: string })[]>`
    SELECT state, phone, user_id AS "userId" FROM whatsapp_consents c
    WHERE store_id = ${storeId} AND (phone = ${phone} OR user_id IN (
        SELECT user_id FROM whatsapp_consents WHERE store_id = ${storeId} AND phone = ${phone} AND user_id IS NOT NULL))
      AND ${counts}
    ORDER BY id DESC LIMIT 1`;
  return said?.state === "in" ? { userId: said.phone === null ? said.userId : null } : null;
}

export async function wantsWhatsapp(...of: Parameters<typeof whatsappTo>): Promise<boolean> {
  return (await whatsappTo(...of)) !== null;
}

const ofStore = (id: number | null) => Prisma.sql`(${id}::int IS NULL OR store_id = ${id}::int)`;

/**
 * Ends messages to a person who said so. `storeId`: of one store; null: of every store that writes to them, where it is not known
 * which one they mean.
 */
export async function optOut(
  unit: Pick<Unit, "tx" | "now">,
  { phone, userId }: WhatsappPerson,
  said: Pick<NewConsent, "how" | "words"> & { storeId: number | null },
): Promise<void> {
  const { storeId, ...answer } = said;
  const theirs = Prisma.sql`(phone = ${phone} OR user_id = ${userId}) AND ${ofStore(storeId)}`;
  const known = await unit.tx.$queryRaw<{ storeId: number; phone: string | null }[]>`
    SELECT DISTINCT store_id AS "storeId", phone FROM whatsapp_consents WHERE ${theirs}
    UNION SELECT store_id, phone FROM whatsapp_messages WHERE ${theirs}`;
  const named = storeId === null ? [] : [{ storeId, phone }];
  await unit.tx.$executeRaw`
    UPDATE whatsapp_messages SET again_at = NULL WHERE again_at IS NOT NULL AND ${theirs}`;
  for (const one of [...named, ...known]) writeConsent(unit, { ...one, userId, state: "out", ...answer });
}

/**
 * A person has another id, and mostly another phone: what they said goes with them. The phone that they left may be somebody
 * else's tomorrow, who said nothing; an id that changed without a phone tells that they left theirs, and what is for whoever had
 * that phone goes to the new id. The provider may tell it twice, in two forms: the second changes nothing, and nothing that they said
 * since. `storeId`: told at that store's own number; null: at the installation's.
 */
export async function moveConsents(
  unit: Pick<Unit, "tx" | "now">,
  from: WhatsappPerson,
  to: WhatsappPerson,
  storeId: number | null,
): Promise<void> {
  const of = ofStore(storeId);
  // Who never said anything with their id is known by what was delivered to it.
  const sent = await unit.tx.$queryRaw<{ phone: string }[]>`
    SELECT DISTINCT phone FROM whatsapp_messages WHERE user_id = ${from.userId} AND phone IS NOT NULL AND ${of}`;
  const phones = from.phone === null ? sent.map(({ phone }) => phone) : [from.phone];
  const said = await unit.tx.$queryRaw<{ storeId: number; phone: string | null; state: "in" | "out" }[]>`
    SELECT DISTINCT ON (store_id) store_id AS "storeId", state, coalesce(phone, (
        SELECT p.phone FROM whatsapp_consents p WHERE p.store_id = c.store_id AND p.user_id = ${from.userId}
          AND p.phone IS NOT NULL ORDER BY p.id DESC LIMIT 1)) AS phone
    FROM whatsapp_consents c
    WHERE (phone = ANY (${phones}::text[]) OR user_id = ${from.userId}) AND ${of} AND ${counts}
      AND (how <> 'changed' OR state = 'in')
      AND NOT EXISTS (
        SELECT 1 FROM whatsapp_consents n WHERE n.store_id = c.store_id AND n.user_id = ${to.userId})
    ORDER BY store_id, id DESC`;
  const leftFor = to.phone === null ? to.userId : from.userId;
  for (const { phone, ...kept } of said) {
    if (phone !== null && to.phone !== phone)
      writeConsent(unit, { ...kept, phone, userId: leftFor, state: "out", how: "changed" });
    writeConsent(unit, { ...kept, ...to, how: "changed" });
  }
}

const stopWords = new Set(
  `stop unsubscribe arret arreter stopper simama sitisha acha komesha parar pare sair cancelar tsaya daina duro
   አቁም ይቁም hagarika guhagarika قف توقف ايقاف الغاء`.split(/\s+/),
);

/** Whether words say nothing but that messages shall end, in any of our languages. */
export function saysStop(text: string): boolean {
  const plain = text.normalize("NFD").replace(/[\p{M}\p{P}\p{S}]/gu, "");
  return stopWords.has(plain.trim().toLowerCase());
}

/** Whether messages of the seller's store to this customer go by WhatsApp. */
export async function readCustomerWhatsapp(world: World, seller: Seller, id: number): Promise<boolean> {
  const where = { id, ...customerScope(seller) };
  const row = await world.db.customer.findFirst({ where, select: { phone: true } });
  return Boolean(row?.phone) && wantsWhatsapp(world.db, seller.storeId, row?.phone ?? "");
}

/** Ends them, because the customer told the seller so: only they themselves can begin them. Throws NotFound. */
export const stopCustomerWhatsapp = verb(
  "customer.change",
  async (unit, seller: Seller, id: number): Promise<void> => {
    const row = await lockCustomer(unit, seller, id);
    if (!row) throw new NotFound();
    if (row.phone === null || !(await wantsWhatsapp(unit.tx, seller.storeId, row.phone))) return;
    const { storeId } = seller;
    writeConsent(unit, { storeId, phone: row.phone, userId: null, state: "out", how: "seller" });
    await auditCustomer(unit, seller, "customer.changed", id, "WhatsApp");
  },
);
