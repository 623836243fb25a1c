import type { HistoryItem } from "@/components/dashboard/history-timeline";
import { type DashboardKey, type DashboardWords, knownKey } from "@/components/dashboard/messages/words";
import type { HistoryActor, HistoryEntry, Told } from "@/lib/services/core/history/entries";
import type { AlertKind, MessageKind } from "@/lib/services/notify/messages/notices";

/** A history in the reader's words. */
export function inWords(history: HistoryEntry[], words: DashboardWords): HistoryItem[] {
  return history.map(({ what, by, ...entry }) => ({
    ...entry,
    what: told(what, words),
    by: actor(by, words),
  }));
}

function told({ did, values = {}, reason, method, message }: Told, words: DashboardWords): string {
  return words.loose(`did_${did}`, {
    ...values,
    ...(values.why ? { why: whyBack(String(values.why), words) } : {}),
    ...(reason ? { reason: known(`because_${reason}`, reason, words) } : {}),
    ...(method ? { way: wayOf(method, String(values.way ?? ""), words) } : {}),
    ...(message
      ? {
          channel: words.text(`channel_${message.channel}`),
          message: templateText(message, words),
          went: words.text(`went_out_${message.status}`),
        }
      : {}),
  });
}

/** "card", "mobile money, 0772 •••789". */
function wayOf(method: string, phone: string, words: DashboardWords): string {
  const way = known(`method_${method}`, method, words).toLocaleLowerCase(words.locale);
  return phone ? `${way}, ${phone}` : way;
}

/** Why money goes back: what the service writes itself in the reader's words, and what somebody typed as it is. */
export function whyBack(why: string, words: DashboardWords): string {
  const key = knownKey(`because_${why.replaceAll(" ", "_")}`);
  return key ? words.loose(key, {}) : why;
}

/** A stored value without a text is shown by its name. */
export function known(key: string, name: string, words: DashboardWords): string {
  return isKey(key) ? words.loose(key, {}) : name.replaceAll("_", " ");
}

function isKey(key: string): key is DashboardKey {
  return knownKey(key) !== null;
}

function actor(by: HistoryActor, words: DashboardWords): string | null {
  if (by === null) return null;
  return typeof by === "string" ? words.text(`by_${by}`) : by.name;
}

/** What is written to a store's customers, and to the people who run it. */
type Kind =
  | Exclude<MessageKind, AlertKind>
  | ("payout_destination_added" | "payout_destination_removed")
  | ("payout_schedule_on" | "payout_schedule_waits")
  | ("payment_disputed" | "webhook_failing" | "webhook_endpoint_disabled")
  | "whatsapp_nothing"
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
