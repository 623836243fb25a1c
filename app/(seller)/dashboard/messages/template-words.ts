import { type DashboardWords, dashboardMessages } from "@/components/dashboard/messages/words";
import type { MessageKind } from "@/lib/services/messages/templates/catalogue";

/** What a message is, for the seller. Messages of another kind, such as about webhooks, show their own name. */
export function templateText(template: string, words: DashboardWords): string {
  return isKind(template) ? words.text(`kind_${template}`) : template.replaceAll("_", " ");
}

/** Every kind has its words, or `templateText` does not compile. */
function isKind(template: string): template is MessageKind {
  return Object.hasOwn(dashboardMessages.en, `kind_${template}`);
}
