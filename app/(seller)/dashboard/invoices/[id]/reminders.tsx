import { ActionForm } from "@/components/dashboard/action-form";
import { Button } from "@/components/ui/button";
import { type FactItem, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/page-header";
import { Timestamp } from "@/components/ui/timestamp";
import { addDays, instantAt } from "@/lib/domain/civil-date";
import { payableRange } from "@/lib/domain/invoice";
import { invoiceReminders, nextInvoiceReminderAt } from "@/lib/domain/reminder";
import { invoiceFacts } from "@/lib/resources/invoice";
import type { InvoicePage } from "@/lib/services/invoices/read";
import { switchRemindersAction } from "../actions";
import { reminderWords } from "../words";

/** People are reminded at nine in the morning of the store. */
const hour = 9;

/** Which reminders went out, which are to come, and the switch that stops them. */
export function Reminders({ found, now }: { found: InvoicePage; now: Date }) {
  const { invoice, store } = found;
  const facts = invoiceFacts(invoice);
  if (facts.dueOn === null)
    return (
      <Section title="Reminders">
        <p className="py-4 text-ink-2">Without a due day nobody is reminded.</p>
      </Section>
    );
  const isOn = invoice.sendsReminders && store.sendsReminders;
  const isOver = facts.sentAt !== null && payableRange(facts) === null;
  const next = nextInvoiceReminderAt(
    {
      ...facts,
      balanceMinor: facts.totalMinor - facts.paidMinor,
      timeZone: store.timeZone,
      remindersSent: invoiceReminders.filter((kind) => invoice.remindersSent.includes(kind)),
    },
    now,
  );
  const items: FactItem[] = invoiceReminders.map((kind) => {
    const { label, daysLate } = reminderWords[kind];
    const at = instantAt(addDays(facts.dueOn ?? "", daysLate), hour, store.timeZone);
    const isSent = invoice.remindersSent.includes(kind);
    const willCome = isOn && !isOver && (facts.sentAt === null || (next !== null && at >= next));
    const word = isSent ? "Sent" : willCome ? "To come" : "Not sent";
    return {
      label,
      value: (
        <>
          <Timestamp at={at} timeZone={store.timeZone} />, {word.toLowerCase()}
        </>
      ),
    };
  });
  return (
    <Section title="Reminders" aside={isOn ? "On" : "Off"}>
      <Facts items={items} />
      {store.sendsReminders ? (
        <ActionForm
          className="mt-4"
          to={{
            action: switchRemindersAction,
            fields: { id: String(invoice.id), reminders: invoice.sendsReminders ? "off" : "on" },
          }}
        >
          <Button>{invoice.sendsReminders ? "Turn reminders off" : "Turn reminders on"}</Button>
        </ActionForm>
      ) : (
        <p className="pt-4 text-ink-2">Reminders are off for the whole store.</p>
      )}
    </Section>
  );
}
