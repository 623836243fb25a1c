import type { Mailer } from "@/lib/providers/mail/mailer";
import type { Sms } from "@/lib/providers/sms/sms";
import { invoiceSending } from "@/lib/services/billing/invoices/sent";
import type { World } from "@/lib/services/core/world";
import { type DeliverMessagesResult, deliverDueMessages } from "@/lib/services/notify/messages/deliver-due";

/** A mail server and an SMS provider that take everything, or throw `problem`. */
export interface Takers {
  mailer: Mailer;
  sms: Sms;
  /** What they took, in order. */
  taken: { channel: "email" | "sms"; to: string; text: string }[];
  problem: { email: Error | null; sms: Error | null };
}

export function takers(): Takers {
  const taken: Takers["taken"] = [];
  const problem: Takers["problem"] = { email: null, sms: null };
  const take = (channel: "email" | "sms", to: string, text: string) => {
    if (problem[channel]) throw problem[channel];
    taken.push({ channel, to, text });
    return { ref: `${channel}-${taken.length}` };
  };
  return {
    taken,
    problem,
    mailer: { send: async ({ to, text }) => take("email", to, text) },
    sms: { send: async ({ to, text }) => take("sms", to, text) },
  };
}

/** The outbox of one store in the order of writing: kind, channel and status. */
export async function outbox(world: World, storeId: number): Promise<string[]> {
  const rows = await world.db.message.findMany({ where: { storeId }, orderBy: { id: "asc" } });
  return rows.map((row) => `${row.template} ${row.channel} ${row.status}`);
}

/** Hands on what is due, as the executor does it. When it ends, so have the numbers of WhatsApp for which no pass waits. */
export async function deliverMessages(
  world: World,
  scope: { storeId?: number } = {},
): Promise<DeliverMessagesResult> {
  const result = await deliverDueMessages(world, invoiceSending, scope);
  while (world.courier.numbers.size > 0) await new Promise((go) => setTimeout(go, 5));
  return result;
}
