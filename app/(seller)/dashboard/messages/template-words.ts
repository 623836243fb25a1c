import { type DashboardWords, knownKey } from "@/components/dashboard/messages/words";
import type { AlertKind, MessageKind } from "@/lib/services/notify/messages/notices";

/** What is written to a store's customers, and to the people who run it. */
type Kind =
  | Exclude<MessageKind, AlertKind>
  | ("payout_destination_added" | "payout_destination_removed")
  | ("payout_schedule_on" | "payout_schedule_waits")
  | ("payment_disputed" | "webhook_failing" | "webhook_endpoint_disabled")
  | ("team_invitation" | "team_role_changed" | "team_removed");

/** What a message is, for the seller. One of another kind is called by its subject, else by its own name. */
export function templateText(
  { template, subject = "" }: { template: string; subject?: string },
  words: DashboardWords,
): string {
  if (template.startsWith("alert_")) return subject || words.text("kind_alert");
  return isKind(template) ? words.text(`kind_${template}`) : subject || template.replaceAll(/[._]/g, " ");
}

function isKind(template: string): template is Kind {
  return knownKey(`kind_${template}`) !== null;
}
