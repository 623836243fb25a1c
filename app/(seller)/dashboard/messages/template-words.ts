import type { MessageKind } from "@/lib/services/messages/templates/catalogue";

const words: Record<MessageKind, string> = {
  receipt_order: "Receipt",
  receipt_subscription: "Receipt of a subscription",
  invoice_paid: "Receipt: invoice paid",
  invoice_part_paid: "Receipt: invoice paid in part",
  payment_came_late: "Payment came late",
  payment_failed_late: "Payment failed late",
  renewal_seven_days: "Reminder: 7 days left",
  renewal_three_days: "Reminder: 3 days left",
  renewal_one_day: "Reminder: 1 day left",
  renewal_end_day: "Reminder: ends today",
  renewal_last_grace_day: "Reminder: last day of grace",
  grace_started: "Grace period began",
  access_ended: "Access ended",
  subscription_cancelled: "Subscription cancelled",
  subscription_cancelled_at_once: "Subscription cancelled",
  invoice_sent: "Invoice",
  invoice_sent_due: "Invoice",
  invoice_due_day: "Reminder: invoice due today",
  invoice_three_days_late: "Reminder: invoice 3 days late",
  invoice_seven_days_late: "Reminder: invoice 7 days late",
  refund_done: "Refund",
  contact_code: "Code for a new address",
  payout_sent: "Payout on its way",
  payout_paid: "Payout arrived",
  payout_returned: "Payout came back",
};

/** What a message is, for the seller. Messages of another kind, such as about webhooks, show their own name. */
export function templateWords(template: string): string {
  // Safe: looked up by a text that may be no key, which gives undefined.
  return (words as Partial<Record<string, string>>)[template] ?? template.replaceAll("_", " ");
}
