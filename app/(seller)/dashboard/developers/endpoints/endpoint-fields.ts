import type { FieldSpec } from "@/app/_forms/form-field";
import { optInEventTypes, standardEventTypes } from "@/lib/domain/event-types";

/** The fields of an endpoint, filled in with what it has. */
export function endpointFields(
  has: { url: string; description: string; types: string[] },
  { allowLocalWebhooks }: { allowLocalWebhooks: boolean },
): FieldSpec[] {
  return [
    {
      kind: "text",
      name: "url",
      label: "URL",
      type: "url",
      inputMode: "url",
      value: has.url,
      placeholder: "https://app.example.com/webhooks",
      help: allowLocalWebhooks
        ? "An https address on the internet, or http://localhost while you try things out."
        : "An https address on the internet. Private addresses are refused.",
    },
    {
      kind: "text",
      name: "description",
      label: "Description",
      value: has.description,
      help: "May stay empty.",
    },
    {
      kind: "boxes",
      name: "types",
      label: "Events to receive",
      value: has.types,
      options: [...standardEventTypes, ...optInEventTypes].map((type) => ({ value: type, label: type })),
    },
  ];
}
