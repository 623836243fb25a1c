import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { optInEventTypes, standardEventTypes } from "@/lib/domain/event-types";

/** The fields of an endpoint, filled in with what it has. */
export function endpointFields(
  has: { url: string; description: string; types: string[] },
  { allowLocalWebhooks }: { allowLocalWebhooks: boolean },
  words: DashboardWords,
): FieldSpec[] {
  return [
    {
      kind: "text",
      name: "url",
      label: words.text("endpointUrl"),
      type: "url",
      inputMode: "url",
      value: has.url,
      placeholder: "https://app.example.com/webhooks",
      help: words.text(allowLocalWebhooks ? "endpointUrlHelpLocal" : "endpointUrlHelp"),
    },
    {
      kind: "text",
      name: "description",
      label: words.text("endpointDescription"),
      value: has.description,
      help: words.text("endpointDescriptionHelp"),
    },
    {
      kind: "boxes",
      name: "types",
      label: words.text("endpointTypes"),
      value: has.types,
      options: [...standardEventTypes, ...optInEventTypes].map((type) => ({ value: type, label: type })),
    },
  ];
}
