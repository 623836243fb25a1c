import type { z } from "zod";
import type { InvoiceRow } from "@/lib/db/rows";
import { say } from "@/lib/domain/problem";
import { Refusal } from "@/lib/domain/refusal";
import type { ChannelOutcome, InvoiceChannel, NewInvoice } from "@/lib/resources/invoice-input";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";
import { mayConfirmedSend } from "@/lib/services/people/accounts/quota";
import { DeliveryFailed } from "./delivery-failed";
import { draftInvoice } from "./draft";
import { readInvoice } from "./read";
import { sendInvoice } from "./send";

export interface CreatedInvoice {
  invoice: InvoiceRow;
  /** What became of each channel of `send`; empty where nothing was to be sent. */
  deliveries: ChannelOutcome[];
}

/**
 * A new invoice; with `send` it goes out at once (spec, POST /invoices). Where no channel took it, it stays a draft and
 * `deliveries` say why: the invoice itself was made. Throws Invalid by field or the
 * Refusal `email_unverified`, and then nothing was made. `once` is the part
 * that a repeated request must not do again.
 */
export async function createInvoice(
  world: World,
  caller: Caller,
  body: z.output<typeof NewInvoice>,
  once: (work: (world: World) => Promise<string>) => Promise<string> = (work) => work(world),
): Promise<CreatedInvoice> {
  if (body.send?.length) await mayConfirmedSend(world, caller.accountId, body.send);
  const draft = async (joined: World) => String((await draftInvoice(joined, caller, body)).id);
  const id = Number(await once(draft));
  const channels = body.send ?? [];
  if (channels.length === 0) return { invoice: await readInvoice(world, caller, id), deliveries: [] };
  try {
    return await sendInvoice(world, caller, id, channels);
  } catch (error) {
    return { invoice: await readInvoice(world, caller, id), deliveries: whyNot(error, channels) };
  }
}

/** The invoice was made, so what stopped its sending is told beside it. */
function whyNot(error: unknown, channels: readonly InvoiceChannel[]): ChannelOutcome[] {
  if (error instanceof DeliveryFailed) return [...error.deliveries];
  if (!(error instanceof Refusal && error.code === "sending_limit")) throw error;
  return channels.map((channel) => ({ channel, status: "failed", reason: say("refusal.sending_limit") }));
}
