import { inngest } from "@/lib/providers/inngest-client";
import { publishOverdueInvoices } from "@/lib/services/billing/invoices/record";
import { expireDueLinks } from "@/lib/services/catalog/payment-links/expire-due";
import { systemWorld } from "@/lib/services/desk/system-world";
import { whenClocksAgree } from "./when-clocks-agree";

const passesMax = 50;

/** Publishes dates that have passed: expired links, overdue invoices. Safe to miss and to repeat. */
export const publishDates = inngest.createFunction(
  { id: "publish-dates", triggers: [{ cron: "* * * * *" }], concurrency: 1 },
  ({ step }) =>
    whenClocksAgree(async () => {
      for (let pass = 1; pass <= passesMax; pass += 1) {
        const links = await step.run(`links-${pass}`, () => expireDueLinks(systemWorld()));
        const invoices = await step.run(`invoices-${pass}`, () => publishOverdueInvoices(systemWorld()));
        if (!links.more && !invoices.more) return { passes: pass };
      }
      return { passes: passesMax };
    }),
);
