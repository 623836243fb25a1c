import type { z } from "zod";
import { Prisma } from "@/lib/db/client";
import type { StoreRow } from "@/lib/db/rows";
import { type CivilDate, civilDateIn } from "@/lib/domain/civil-date";
import { mayEditQuote, type QuoteStatus, quoteNumber, quoteStatus } from "@/lib/domain/quote";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { composeToken } from "@/lib/domain/token";
import { dayColumn } from "@/lib/resources/invoice";
import type { NewInvoice } from "@/lib/resources/invoice-input";
import { type Counted, counted, newestFirst, type Page } from "@/lib/services/core/list";
import { requireShown, type Shown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { permit, type Seller, verb } from "@/lib/services/people/accounts/permit";
import { plannedColumns } from "../invoices/draft";

export type QuoteRow = Prisma.QuoteGetPayload<{ include: typeof quoteInclude }>;
export const quoteInclude = {
  store: true,
  invoice: { select: { id: true, number: true, token: true } },
} as const;

export interface NewQuote {
  body: z.output<typeof NewInvoice>;
  dueDays: number | null;
  validUntil: CivilDate;
}

/** Writes a quote with a number of its own series. It is no invoice: the API shows none of it. Throws Invalid by field. */
export async function createQuote(world: World, seller: Seller, quote: NewQuote): Promise<QuoteRow> {
  permit(seller, "invoice.change");
  const { storeId, accountId } = seller;
  return transact(world, async (unit) => {
    const columns = await columnsOf(unit, seller, quote);
    const { nextQuoteNumber } = await unit.tx.store.update({
      where: { id: storeId },
      data: { nextQuoteNumber: { increment: 1 } },
      select: { nextQuoteNumber: true },
    });
    const row = await unit.tx.quote.create({
      data: {
        ...columns,
        ...{ storeId, accountId, number: quoteNumber(nextQuoteNumber - 1) },
        token: composeToken(world.random.bytes(24)),
        ...{ createdAt: unit.now, updatedAt: unit.now },
      },
      include: quoteInclude,
    });
    await unit.audit(seller, { action: "quote.created", target: `quote:${row.id}` });
    return row;
  });
}

/**
 * Replaces what it says, under its number and link. Its customer may have it open: accepting what they saw is refused
 * afterwards. Throws NotFound, Changed, Invalid by field, or on `form` once it was answered, withdrawn or invoiced.
 */
export const editQuote = verb(
  "invoice.change",
  async (unit, seller: Seller, id: number, quote: NewQuote): Promise<QuoteRow> => {
    const row = await lockQuote(unit, { id, storeId: seller.storeId });
    if (!row) throw new NotFound();
    if (!mayEditQuote(statusOfQuote(row, unit.now))) throw new Invalid({ form: [say("quote_over")] });
    requireShown(unit.world, seller, `quote/${id}`, quoteShown(row));
    const columns = await columnsOf(unit, seller, quote);
    await unit.audit(seller, { action: "quote.changed", target: `quote:${id}` });
    return storeQuote(unit, id, { ...columns, changedAt: unit.now });
  },
);

async function columnsOf(unit: Unit, seller: Seller, { body, dueDays, validUntil }: NewQuote) {
  const columns = await plannedColumns(unit, seller, body, dueDays);
  const { timeZone } = await unit.store(seller.storeId);
  if (validUntil < civilDateIn(unit.now, timeZone)) throw new Invalid({ validUntil: [say("day_passed")] });
  return { ...columns, validUntil: dayColumn(validUntil) };
}

/** Locks one quote and reads it. Null when there is none. */
export async function lockQuote(
  unit: Unit,
  where: { token: string } | { id: number; storeId: number },
): Promise<QuoteRow | null> {
  const which =
    "token" in where
      ? Prisma.sql`token = ${where.token}`
      : Prisma.sql`id = ${where.id} AND store_id = ${where.storeId}`;
  await unit.tx.$queryRaw`SELECT 1 FROM quotes WHERE ${which} FOR UPDATE`;
  return unit.tx.quote.findFirst({ where, include: quoteInclude });
}

/** Changes columns of a locked quote. */
export function storeQuote(
  { tx, now }: Unit,
  id: number,
  data: Prisma.QuoteUncheckedUpdateInput,
): Promise<QuoteRow> {
  return tx.quote.update({ where: { id }, data: { ...data, updatedAt: now }, include: quoteInclude });
}

/** What it says now. Each change has its time. */
export function quoteShown({ changedAt, totalMinor, currency }: QuoteRow): Shown {
  return { total: { minor: totalMinor, currency }, version: changedAt?.toISOString() ?? "" };
}

/** One quote of the seller's store. Throws NotFound. */
export async function readQuote(world: World, { storeId }: Seller, id: number): Promise<QuoteRow> {
  const row = await world.db.quote.findFirst({ where: { id, storeId }, include: quoteInclude });
  if (!row) throw new NotFound();
  return row;
}

/** What its customer sees. Null for an unknown token. */
export async function readQuotePage(world: World, token: string): Promise<QuoteRow | null> {
  if (!/^[0-9A-Za-z]{22}$/.test(token)) return null;
  return world.db.quote.findUnique({ where: { token }, include: quoteInclude });
}

export function listQuotes(world: World, { storeId }: Seller, page: Page): Promise<Counted<QuoteRow>> {
  const where = { storeId };
  return counted(
    world.db.quote.findMany({ where, include: quoteInclude, orderBy: newestFirst, ...page }),
    world.db.quote.count({ where }),
  );
}

/** Its status at `now`: it expires by itself, on a day of the store's zone. */
export function statusOfQuote(
  row: Omit<QuoteRow, "invoice" | "store"> & { store: StoreRow },
  now: Date,
): QuoteStatus {
  const validUntil = row.validUntil.toISOString().slice(0, 10);
  return quoteStatus({ ...row, validUntil }, civilDateIn(now, row.store.timeZone));
}
