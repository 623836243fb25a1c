import type { Fields } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { optInEventTypes, standardEventTypes } from "@/lib/domain/event-types";

interface About {
  words: DashboardWords;
  config: { allowLocalWebhooks: boolean };
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
  description: { kind: "text", label: "endpointDescription", help: "endpointDescriptionHelp" },
  types: {
    kind: "boxes",
    label: "endpointTypes",
    options: () => [...standardEventTypes, ...optInEventTypes].map((type) => ({ value: type, label: type })),
  },
} satisfies Fields<About>;
