import type { ZodOpenApiPathsObject } from "zod-openapi";
import { eventTypes } from "@/lib/domain/event-types";
import { isStandardEvent, webhookBody, webhookEvents } from "@/lib/resources/webhook-event";

/** One entry for every published event type: the request, and the answer that a receiver must give. */
export function webhooksOf(): ZodOpenApiPathsObject {
  return Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `on${type.split(/[._]/).map(upperFirst).join("")}`,
          summary: webhookEvents[type].when,
          ...(isStandardEvent(type)
            ? {}
            : type === "ping"
              ? { description: "Sent to the endpoint that was asked." }
              : { description: "Sent to endpoints that chose it." }),
          tags: ["Webhooks"],
          security: [],
          parameters: signatureHeaders,
          requestBody: { required: true, content: { "application/json": { schema: webhookBody(type) } } },
          responses: {
            "2XX": { description: "Taken. Anything else, or no answer within 15 seconds, is tried again." },
          },
        },
      },
    ]),
  );
}

const signatureHeaders = [
  header("X-Service-Event", "The event type.", "order.paid"),
  header(
    "X-Service-Signature",
    "sha256= and the lower-case hex HMAC-SHA256 of the raw body under the whole secret, whsec_ included.",
    "sha256=1f0c…",
  ),
  header("webhook-id", "The id of the event (Standard Webhooks).", "evt_0Mfz8aQ24fQ2mZ8rT1vXw7Yb3NcKdJ"),
  header("webhook-timestamp", "Unix seconds of this attempt (Standard Webhooks).", "1769851800"),
  header(
    "webhook-signature",
    "v1, and the base64 HMAC-SHA256 of id.timestamp.body under the secret's decoded bytes; during a rotation one for each secret (Standard Webhooks).",
    "v1,K5oZ…",
  ),
  header(
    "X-Service-Request-Id",
    "The Request-Id of the request that began what is told, such as the payer's press: quote it to the service. Absent where only time passed.",
    "req_0Mfz8aQ24fQ2mZ8rT1vXw7Yb3NcKdJ",
    false,
  ),
];

function header(name: string, description: string, example: string, required = true) {
  return {
    in: "header" as const,
    name,
    required,
    description,
    schema: { type: "string" as const },
    example,
  };
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
