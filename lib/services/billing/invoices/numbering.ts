import { type InvoiceNumbering, invoiceNumber } from "@/lib/domain/invoice";
import { Invalid, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";

/** Takes the next number in the invoice's own transaction: if it rolls back, the number is free again. */
export async function takeInvoiceNumber(unit: Unit, storeId: number): Promise<string> {
  const [taken] = await unit.tx.$queryRaw<InvoiceNumbering[]>`
    UPDATE stores SET next_invoice_number = next_invoice_number + 1 WHERE id = ${storeId}
    RETURNING invoice_prefix AS prefix, invoice_digits AS digits, next_invoice_number - 1 AS next`;
  if (!taken) throw new Error("The store of an invoice is gone.");
  return invoiceNumber(taken);
}

export interface NumberingPage {
  now: InvoiceNumbering;
  /** Where the seller set other numbers, newest first: what explains each gap. */
  changes: { at: Date; by: string; before: string; after: string }[];
}

const changesMax = 50;
const changed = "store.invoice_numbering_changed";

export async function readNumbering(world: World, { storeId }: Seller): Promise<NumberingPage> {
  const [store, entries] = await Promise.all([
    world.db.store.findUniqueOrThrow({
      where: { id: storeId },
      select: { invoicePrefix: true, invoiceDigits: true, nextInvoiceNumber: true },
    }),
    world.db.auditEntry.findMany({
      where: { storeId, action: changed, target: `store:${storeId}` },
      orderBy: { id: "desc" },
      take: changesMax,
    }),
  ]);
  const people = await namesOf(
    world,
    entries.map(({ actor }) => actor),
  );
  return {
    now: { prefix: store.invoicePrefix, digits: store.invoiceDigits, next: store.nextInvoiceNumber },
    changes: entries.map(({ createdAt, actor, details }) => {
      // Safe: only `changeNumbering` writes these entries.
      const { before, after } = details as { before: string; after: string };
      return { at: createdAt, by: people.get(actor) ?? "", before, after };
    }),
  };
}

async function namesOf(world: World, actors: string[]): Promise<ReadonlyMap<string, string>> {
  const ids = actors.map((actor) => Number(/^user:(\d+)$/.exec(actor)?.[1] ?? 0));
  const users = await world.db.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
  });
  return new Map(users.map(({ id, name }) => [`user:${id}`, name]));
}

/**
 * Sets how the next invoices are numbered: `INV-2026-` and `001`. No number is ever given twice: `next` must be above
 * every number with this prefix, also of cancelled invoices. It may leave numbers out; the page says when. Throws
 * Invalid by field.
 */
export async function changeNumbering(
  world: World,
  seller: Seller,
  typed: { prefix: string; next: string },
): Promise<void> {
  permit(seller, "store.settings");
  const { storeId } = seller;
  const wanted = checked(typed);
  await transact(world, async (unit) => {
    // An invoice that takes a number waits here, and this waits for one that just did.
    const [before] = await unit.tx.$queryRaw<InvoiceNumbering[]>`
      SELECT invoice_prefix AS prefix, invoice_digits AS digits, next_invoice_number AS next
      FROM stores WHERE id = ${storeId} FOR UPDATE`;
    if (!before) throw new Error("The store is gone.");
    const was = invoiceNumber(before);
    const after = invoiceNumber(wanted);
    if (was === after && before.digits === wanted.digits) return;
    const highest = await highestUsed(unit, storeId, wanted.prefix);
    if (wanted.next <= highest) throw new Invalid({ next: [say("number_used", { highest })] });
    await unit.tx.store.update({
      where: { id: storeId },
      data: {
        invoicePrefix: wanted.prefix,
        invoiceDigits: wanted.digits,
        nextInvoiceNumber: wanted.next,
        updatedAt: unit.now,
      },
    });
    const details = { before: was, after };
    await unit.audit(seller, { action: changed, target: `store:${storeId}`, details });
  });
}

/** A prefix never ends with a digit, so prefix and number can always be told apart. */
async function highestUsed(unit: Unit, storeId: number, prefix: string): Promise<number> {
  const [row] = await unit.tx.$queryRaw<{ highest: number }[]>`
    SELECT coalesce(max(substr(number, ${prefix.length + 1}::int)::bigint), 0)::float8 AS highest FROM invoices
    WHERE store_id = ${storeId} AND starts_with(number, ${prefix})
      AND substr(number, ${prefix.length + 1}::int) ~ '^[0-9]{1,18}$'`;
  return row?.highest ?? 0;
}

function checked(typed: { prefix: string; next: string }): InvoiceNumbering {
  const prefix = typed.prefix.trim().toUpperCase();
  const next = typed.next.trim();
  const isNumber = /^\d{1,9}$/.test(next) && Number(next) > 0;
  if (!/^[A-Z0-9](?:[A-Z0-9/._-]{0,18}[A-Z/._-])?$/.test(prefix) || /\d$/.test(prefix))
    throw new Invalid({ prefix: [say("invoice_prefix")] });
  if (!isNumber) throw new Invalid({ next: [say("invoice_next")] });
  return { prefix, digits: next.length, next: Number(next) };
}
