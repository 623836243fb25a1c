import type { Fields } from "@/app/_forms/fields";
import type { DashboardWords, PlainKey } from "@/components/dashboard/messages/words";
import { choosableEventTypes } from "@/lib/domain/event-types";

const everyType = "all";

/** The types by what they are about. */
const groups: [PlainKey, RegExp][] = [
  ["orders", /^order\./],
  ["subscriptions", /^(subscription|access)\./],
  ["invoices", /^invoice\./],
  ["links", /^payment_link\./],
  ["discounts", /^discount\./],
  ["customers", /^customer\./],
  ["payouts", /^payout\./],
];

/** The types that are ticked. */
export function typesIn(ticked: string[]): string[] {
  return ticked.includes(everyType) ? [...choosableEventTypes] : ticked;
}

export const endpointFields = {
  url: {
    kind: "text",
    type: "url",
    inputMode: "url",
    label: "endpointUrl",
    help: ({ words, config }) =>
      words.text(config.allowLocalWebhooks ? "endpointUrlHelpLocal" : "endpointUrlHelp"),
    placeholder: "https://app.example.com/webhooks",
  },
  description: {
    ...{ kind: "text", folded: true, short: "endpointDescription" },
    ...{ label: "endpointDescription", help: "endpointDescriptionHelp" },
  },
  types: {
    ...{ kind: "boxes", folded: true, short: "endpointTypes", label: "endpointTypes" },
    options: ({ words }) => [
      { value: everyType, label: words.text("allEvents") },
      ...groups.flatMap(([title, kinds]) => {
        const types = choosableEventTypes.filter((type) => kinds.test(type));
        return types.map((type, at) => ({
          ...{ value: type, label: type },
          ...(at === 0 ? { head: words.loose(title, {}) } : {}),
        }));
      }),
    ],
  },
} satisfies Fields<{ words: DashboardWords; config: { allowLocalWebhooks: boolean } }>;
