import { inngest } from "@/lib/providers/inngest-client";
import { remindDueInvoices } from "@/lib/services/billing/invoices/remind";
import { remindDueSubscriptions } from "@/lib/services/billing/reminders/remind-due";
import { systemWorld } from "@/lib/services/desk/system-world";
import { whenClocksAgree } from "./when-clocks-agree";

const passesMax = 100;

/** Reminders of subscriptions and invoices. Safe to miss, to repeat, or to run twice at once. */
export const remind = inngest.createFunction(
  { id: "remind", triggers: [{ cron: "* * * * *" }], concurrency: 1 },
  ({ step }) =>
    whenClocksAgree(async () => {
      for (let pass = 1; pass <= passesMax; pass += 1) {
        const subscriptions = await step.run(`subscriptions-${pass}`, () =>
          remindDueSubscriptions(systemWorld()),
        );
        const invoices = await step.run(`invoices-${pass}`, () => remindDueInvoices(systemWorld()));
        // A full batch that sent nothing waits for the next minute, so that bad rows cannot cause an endless loop here.
        const hasMore =
          (subscriptions.more && subscriptions.reminded > 0) || (invoices.more && invoices.reminded > 0);
        if (!hasMore) return { passes: pass };
      }
      return { passes: passesMax };
    }),
);
