import { Prisma } from "@/lib/db/client";
import { phoneSeparators, traceFragments, tracesPattern, withoutTraces } from "@/lib/domain/traces";
import type { Unit } from "@/lib/services/core/world";
import { sweptColumns } from "../data-map";
import type { Whose } from "./whose";

type Where = Pick<Whose, "storeIds" | "orderIds" | "invoiceIds" | "attemptIds" | "refundIds">;

/** Takes the person's traces out of what others wrote, so that the rest can still be read. */
export async function sweep(unit: Unit, whose: Where & Pick<Whose, "traces">): Promise<void> {
  const pattern = tracesPattern(whose.traces);
  if (pattern === null) return;
  const { words, digits } = traceFragments(whose.traces);
  const likes = words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
  const looks = { pattern, likes, digits: digits.map((some) => `%${some}%`) };
  for (const place of places(whose))
    for (const column of sweptColumns(place[0])) await sweepColumn(unit, place, column, looks);
  await sweepReasons(unit, whose, looks);
  await sweepEvents(unit, whose, looks);
}

type Place = [table: string, where: Prisma.Sql, json?: "jsonb"];

/** The tables in which others write freely (data-map.ts), and the rows of each in which the person can stand. */
function places({ storeIds, orderIds, invoiceIds, attemptIds, refundIds }: Where): Place[] {
  const inStores = Prisma.sql`store_id = ANY (${storeIds}::int[])`;
  const inAccount = Prisma.sql`(${inStores} OR account_id = (SELECT account_id FROM stores WHERE id = ${storeIds[0] ?? 0}))`;
  return [
    ["orders", Prisma.sql`id = ANY (${orderIds}::int[])`],
    ["order_items", Prisma.sql`order_id = ANY (${orderIds}::int[])`],
    ["invoice_items", Prisma.sql`invoice_id = ANY (${invoiceIds}::int[])`],
    ["payment_links", inStores],
    ["refunds", Prisma.sql`order_id = ANY (${orderIds}::int[])`],
    ["tasks", Prisma.sql`(${inStores} OR store_id IS NULL)`, "jsonb"],
    ["alerts", inStores, "jsonb"],
    ["quotes", inStores, "jsonb"],
    ["recurring_invoices", inStores, "jsonb"],
    ["messages", inAccount],
    ["form_drafts", inStores, "jsonb"],
    ["saved_views", inStores],
    ["phone_patterns", inStores],
    ["sandbox_records", Prisma.sql`id = ANY (${[...attemptIds, ...refundIds]}::text[])`, "jsonb"],
  ];
}

interface Looks {
  pattern: string;
  likes: string[];
  digits: string[];
}

/** The database finds the rows that may have a trace; what is one is told here, where patterns know all scripts. */
async function sweepColumn(
  { tx }: Unit,
  [table, where, json]: Place,
  column: string,
  looks: Looks,
): Promise<void> {
  const [name, from] = [Prisma.raw(column), Prisma.raw(table)];
  const rows = await tx.$queryRaw<{ place: string; text: string }[]>`
    SELECT ctid::text AS place, ${name}::text AS text FROM ${from}
    WHERE ${where} AND ${mayHold(name, looks)} FOR UPDATE`;
  const cast = Prisma.raw(json ? `::${json}` : "");
  for (const { place, text } of rows.filter((row) => holds(row.text, looks)))
    await tx.$executeRaw`
      UPDATE ${from} SET ${name} = ${withoutTraces(text, looks.pattern)}${cast} WHERE ctid = ${place}::tid`;
}

/** In the log of acts only the reason is typed by people; the database lets parts of it be taken out, and nothing else. */
async function sweepReasons({ tx }: Unit, { storeIds }: Where, looks: Looks): Promise<void> {
  const rows = await tx.$queryRaw<{ id: bigint; reason: string }[]>`
    SELECT id, reason FROM audit_entries
    WHERE store_id = ANY (${storeIds}::int[]) AND ${mayHold(Prisma.raw("reason"), looks)}`;
  for (const { id, reason } of rows.filter((row) => holds(row.reason, looks)))
    await tx.$queryRaw`SELECT erase_reason(${id}, ${withoutTraces(reason, looks.pattern)})`;
}

/** Events about what others own too, such as a payment link with somebody's name. Those of the person are wiped. */
async function sweepEvents({ tx }: Unit, { storeIds }: Where, looks: Looks): Promise<void> {
  const rows = await tx.$queryRaw<{ id: string; payload: string }[]>`
    SELECT id, payload FROM events WHERE store_id = ANY (${storeIds}::int[]) AND ${mayHold(Prisma.raw("payload"), looks)}`;
  for (const { id, payload } of rows.filter((row) => holds(row.payload, looks))) {
    const event = JSON.parse(payload) as { data: unknown };
    const data: unknown = JSON.parse(withoutTraces(JSON.stringify(event.data), looks.pattern));
    await tx.$queryRaw`SELECT erase_event(${id}, ${JSON.stringify({ ...event, data })})`;
  }
}

function mayHold(column: Prisma.Sql, { likes, digits }: Looks): Prisma.Sql {
  return Prisma.sql`(${column}::text ILIKE ANY (${likes}::text[])
    OR regexp_replace(${column}::text, ${phoneSeparators}, '', 'g') LIKE ANY (${digits}::text[]))`;
}

function holds(text: string, { pattern }: Looks): boolean {
  return new RegExp(pattern, "iu").test(text);
}
