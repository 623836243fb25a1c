import type { z } from "zod";
import { type InvoiceRow, invoiceInclude } from "@/lib/db/rows";
import { invoiceNumber } from "@/lib/domain/invoice";
import { composeToken } from "@/lib/domain/token";
import type { NewInvoice } from "@/lib/resources/invoice-input";
import type { Caller } from "@/lib/services/core/caller";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { readTerms } from "./terms";

/** Saves a draft: numbered, added up, sent to nobody. Throws Invalid by field, also for channels without an address. */
export async function draftInvoice(
  world: World,
  caller: Caller,
  body: z.output<typeof NewInvoice>,
): Promise<InvoiceRow> {
  permit(caller, "invoice.change");
  return transact(world, async (unit) => {
    const { currency, items, columns } = await readTerms(unit, caller, body);
    const row = await unit.tx.invoice.create({
      data: {
        ...columns,
        storeId: caller.storeId,
        accountId: caller.accountId,
        token: composeToken(world.random.bytes(24)),
        number: await takeNumber(unit, caller),
        currency,
        createdAt: unit.now,
        updatedAt: unit.now,
      },
    });
    await unit.tx.invoiceItem.createMany({
      data: items.map((item, position) => ({
        ...item,
        position,
        storeId: caller.storeId,
        invoiceId: row.id,
      })),
    });
    const { accountId, storeId, actor } = caller;
    await unit.audit({
      ...{ accountId, storeId, actor },
      action: "invoice.created",
      target: `invoice:${row.id}`,
    });
    return unit.tx.invoice.findUniqueOrThrow({ where: { id: row.id }, include: invoiceInclude });
  });
}

/** Taken in the invoice's own transaction: one that comes to nothing gives its number back. */
async function takeNumber(unit: Unit, caller: Caller): Promise<string> {
  const [taken] = await unit.tx.$queryRaw<{ sequence: number }[]>`
    UPDATE stores SET next_invoice_number = next_invoice_number + 1 WHERE id = ${caller.storeId}
    RETURNING next_invoice_number - 1 AS sequence`;
  if (!taken) throw new Error("The store of an invoice is gone.");
  return invoiceNumber(taken.sequence);
}
