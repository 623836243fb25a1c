import type { z } from "zod";
import { civilDateIn } from "@/lib/domain/civil-date";
import { parsePhone } from "@/lib/providers/phone";
import { dayColumn } from "@/lib/resources/invoice";
import { isCustomerId, missingAddresses, type NewInvoice, newInvoice } from "@/lib/resources/invoice-input";
import type { Caller } from "@/lib/services/core/caller";
import type { Unit } from "@/lib/services/core/world";
import { customerOf } from "./customer";

/** What a body says an invoice is, added up, as columns, with its customer. Throws Invalid by field. */
export async function readTerms(unit: Unit, caller: Caller, body: z.output<typeof NewInvoice>) {
  const store = await unit.tx.store.findUniqueOrThrow({ where: { id: caller.storeId } });
  const terms = newInvoice(body, {
    currency: store.currency,
    today: civilDateIn(unit.now, store.timeZone),
    readPhone: (text) => {
      const read = parsePhone(text, store.country, { anyCountry: true });
      return read.ok ? { phone: read.phone } : { problem: read.message };
    },
  });
  const customerId = terms.customerId !== null && !isCustomerId(terms.customerId) ? 0 : terms.customerId;
  const customer = await customerOf(unit, caller, { ...terms, customerId });
  const addresses = { customerEmail: customer.email, customerPhone: customer.phone };
  const unreachable = missingAddresses(addresses, terms.send);
  if (unreachable) throw unreachable;
  const { items, send: _, dueOn, ...columns } = terms;
  const due = dueOn === null ? null : dayColumn(dueOn);
  return {
    currency: store.currency,
    items,
    columns: { ...columns, ...addresses, customerId: customer.id, dueOn: due },
  };
}
