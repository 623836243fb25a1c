import { inngest } from "@/lib/providers/inngest-client";
import { invoiceSending } from "@/lib/services/billing/invoices/letters";
import { systemWorld } from "@/lib/services/desk/system-world";
import { deliverDueMessages } from "@/lib/services/notify/messages/deliver-due";
import { repeatWhileDue } from "./repeat-while-due";

/**
 * Sends queued messages to the mail server and the SMS provider, pass after pass while there are some, as at nine in
 * the morning, when all reminders go out. Two runs at once, so that a slow provider does not delay a code. Safe
 * to miss, to repeat, or to run twice at once.
 */
export const deliverMessages = inngest.createFunction(
  {
    id: "deliver-messages",
    triggers: [{ cron: "* * * * *" }, { event: "sente/messages.due" }],
    concurrency: 2,
  },
  ({ step, event }) =>
    repeatWhileDue(step, event.name, async () => {
      const { sent, failed, nextDueAt } = await deliverDueMessages(systemWorld(), invoiceSending);
      return { delivered: sent, failed, nextDueAt };
    }),
);
