import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { type FactItem, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/page-header";
import { Timestamp } from "@/components/ui/timestamp";
import { addDays, instantAt } from "@/lib/domain/civil-date";
import { balanceOf, isHandedOver, payableRange } from "@/lib/domain/invoice";
import { invoiceReminders, nextInvoiceReminderAt } from "@/lib/domain/reminder";
import { invoiceFacts } from "@/lib/resources/invoice";
import type { InvoicePage } from "@/lib/services/billing/invoices/read";
import { switchRemindersAction } from "../actions";
import { reminderDays } from "../words";

/** Reminders go out at nine in the morning, in the store's zone. */
const hour = 9;

/** It was shared, but on no channel that could carry a reminder. */
function isByHand(invoice: InvoicePage["invoice"]): boolean {
  return isHandedOver(invoice) && invoice.sentBy.length === 0;
}

/** The reminders that were sent, those to come, and the switch that stops them. */
export function Reminders({ found, now, words }: { found: InvoicePage; now: Date; words: DashboardWords }) {
  const { invoice, store } = found;
  const facts = invoiceFacts(invoice);
  const why = facts.dueOn === null ? "nobodyReminded" : isByHand(invoice) ? "nobodyRemindedByHand" : null;
  if (facts.dueOn === null || why)
    return (
      <Section title={words.text("reminders")}>
        <p className="py-4 text-ink-2">{words.text(why ?? "nobodyReminded")}</p>
      </Section>
    );
  const isOn = invoice.sendsReminders && store.sendsReminders;
  const isOver = facts.sentAt !== null && payableRange(facts) === null;
  const next = nextInvoiceReminderAt(
    {
      ...facts,
      balanceMinor: balanceOf(facts),
      timeZone: store.timeZone,
      remindersSent: invoiceReminders.filter((kind) => invoice.remindersSent.includes(kind)),
    },
    now,
  );
  const items: FactItem[] = invoiceReminders.map((kind) => {
    const at = instantAt(addDays(facts.dueOn ?? "", reminderDays[kind]), hour, store.timeZone);
    const isSent = invoice.remindersSent.includes(kind);
    const willCome = isOn && !isOver && (facts.sentAt === null || (next !== null && at >= next));
    const state = isSent ? "sent" : willCome ? "toCome" : "notSent";
    return {
      label: words.text(`remind_${kind}`),
      value: words.rich(`reminder_${state}`, {
        at: <Timestamp at={at} timeZone={store.timeZone} locale={words.locale} />,
      }),
    };
  });
  return (
    <Section title={words.text("reminders")} aside={words.text(isOn ? "on" : "off")}>
      <Facts items={items} />
      {store.sendsReminders ? (
        <ActionForm
          className="mt-4"
          to={{
            action: switchRemindersAction,
            fields: { id: String(invoice.id), reminders: invoice.sendsReminders ? "off" : "on" },
          }}
        >
          <Button>{words.text(invoice.sendsReminders ? "remindersOff" : "remindersOn")}</Button>
        </ActionForm>
      ) : (
        <p className="pt-4 text-ink-2">{words.text("offForStore")}</p>
      )}
    </Section>
  );
}
