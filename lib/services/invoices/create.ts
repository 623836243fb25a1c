import type { z } from "zod";
import type { InvoiceRow } from "@/lib/db/rows";
import type { InvoiceDelivery, NewInvoice } from "@/lib/resources/invoice-input";
import type { Caller } from "../caller";
import type { World } from "../world";
import { DeliveryFailed } from "./delivery-failed";
import { draftInvoice } from "./draft";
import { readInvoice } from "./read";
import { sendInvoice } from "./send";

export interface CreatedInvoice {
  invoice: InvoiceRow;
  /** What became of each channel of `send`; empty where nothing was to be sent. */
  deliveries: InvoiceDelivery[];
}

/**
 * A new invoice; with `send` it goes out at once (spec, POST /invoices). Where no channel took it, it stays a draft and
 * `deliveries` say why: the invoice itself was made. Throws Invalid by field, and then nothing was made. `once` is the part
 * that a repeated request must not do again.
 */
export async function createInvoice(
  world: World,
  caller: Caller,
  body: z.output<typeof NewInvoice>,
  once: (work: (world: World) => Promise<string>) => Promise<string> = (work) => work(world),
): Promise<CreatedInvoice> {
  const draft = async (joined: World) => String((await draftInvoice(joined, caller, body)).id);
  const id = Number(await once(draft));
  const channels = body.send ?? [];
  if (channels.length === 0) return { invoice: await readInvoice(world, caller, id), deliveries: [] };
  try {
    return await sendInvoice(world, caller, id, channels);
  } catch (error) {
    if (!(error instanceof DeliveryFailed)) throw error;
    return { invoice: await readInvoice(world, caller, id), deliveries: [...error.deliveries] };
  }
}
