import { inngest } from "@/lib/providers/inngest-client";
import { publishOverdueInvoices } from "@/lib/services/billing/invoices/record";
import { makeDueInvoices } from "@/lib/services/billing/recurring/make-due";
import { expireDueLinks } from "@/lib/services/catalog/payment-links/expire-due";
import { systemWorld } from "@/lib/services/desk/system-world";
import { whenClocksAgree } from "./when-clocks-agree";

const passesMax = 50;

/** What follows from dates that have passed: expired links, overdue and recurring invoices. Safe to miss and to repeat. */
export const publishDates = inngest.createFunction(
  { id: "publish-dates", triggers: [{ cron: "* * * * *" }], concurrency: 1 },
  ({ step }) =>
    whenClocksAgree(async () => {
      for (let pass = 1; pass <= passesMax; pass += 1) {
        const links = await step.run(`links-${pass}`, () => expireDueLinks(systemWorld()));
        const invoices = await step.run(`invoices-${pass}`, () => publishOverdueInvoices(systemWorld()));
        const recurring = await step.run(`recurring-${pass}`, () => makeDueInvoices(systemWorld()));
        const isFull = recurring.more && recurring.made > 0;
        if (!links.more && !invoices.more && !isFull) return { passes: pass };
      }
      return { passes: passesMax };
    }),
);
