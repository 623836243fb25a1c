import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { eventTypes, standardEventTypes } from "@/lib/domain/event-types";
import { ErrorBody } from "@/lib/resources/envelope";
import { webhookBody, webhookEvents } from "@/lib/resources/webhook-event";
import { keysMax } from "@/lib/services/people/keys/keys";
import { rateLimit } from "@/lib/services/people/keys/rate-limit";
import { attemptPlanMs } from "../domain/retry-schedule";
import { graceMs } from "../domain/subscription";
import { perPageDefault, perPageMax } from "../resources/input";
import { type EndpointFacts, type Method, methods } from "./definition";
import {
  answerHeaders,
  errorResponses,
  headerComponents,
  idempotencyHeader,
  rateHeaders,
  replayHeaders,
} from "./openapi-errors";
import { finished, type Json, membersOf } from "./openapi-finish";
import type { Route } from "./route";

/** Plain JSON: it is served, and written to a file, unchanged. */
export type ApiDocument = { openapi: "3.1.0"; [member: string]: Json };

/** The OpenAPI 3.1 description of these routes. `serverUrl` is the API root. */
export function openApiDocument(
  routes: readonly Route[],
  site: { serverUrl: string; serviceName: string },
): ApiDocument {
  const facts = routes.flatMap(({ endpoints }) => Object.values(endpoints).map((one) => one.definition));
  const { openapi: _version, ...rest } = createDocument({
    openapi: "3.1.0",
    info: {
      title: `${site.serviceName} API`,
      version: "1",
      description:
        "Subscriptions and payments of one store. Timestamps are ISO 8601 with a UTC offset; amounts are JSON numbers in the currency named beside them. Clients should cache access answers for a few minutes, or use webhooks.",
    },
    servers: [{ url: site.serverUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(facts.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: pathsOf(routes),
    webhooks: webhooksOf(),
    components: {
      schemas: { Error: ErrorBody },
      headers: headerComponents,
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description:
            "A secret key of the store: sk_live_… or sk_test_…. Keep it on your server. One that only reads works with GET alone.",
        },
      },
    },
  });
  // Converted to text and back, so that it holds only values that a file can.
  const document: Json = JSON.parse(JSON.stringify({ ...rest, "x-limits": limits }));
  return { openapi: "3.1.0", ...membersOf(finished(document)) };
}

function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  const shared = new Map<string, ZodOpenApiResponseObject>();
  for (const { path, endpoints } of routes) {
    const item: Record<string, ZodOpenApiOperationObject> = {};
    for (const method of methods) {
      const found = endpoints[method];
      if (found) item[method.toLowerCase()] = operationOf(method, found.definition, shared);
    }
    paths[path] = item;
  }
  return paths;
}

function operationOf(
  method: Method,
  facts: EndpointFacts,
  shared: Map<string, ZodOpenApiResponseObject>,
): ZodOpenApiOperationObject {
  const isRepeatable = facts.keys !== "none" && method !== "GET";
  const success = {
    description: facts.summary,
    headers: {
      ...answerHeaders,
      ...(facts.keys === "none" ? {} : rateHeaders),
      ...(isRepeatable ? replayHeaders : {}),
    },
    content: { "application/json": { schema: facts.returns } },
  };
  const statuses = [facts.status ?? 200, ...(facts.alsoStatus ? [facts.alsoStatus] : [])];
  return {
    operationId: operationIdOf(facts.summary),
    summary: facts.summary,
    ...(facts.description ? { description: facts.description } : {}),
    tags: [facts.tag],
    ...(facts.keys === "none" ? { security: [] } : {}),
    "x-keys": facts.keys,
    requestParams: {
      ...(isRepeatable ? { header: idempotencyHeader } : {}),
      ...(facts.params ? { path: facts.params } : {}),
      ...(facts.query ? { query: facts.query } : {}),
    },
    ...(facts.body
      ? { requestBody: { required: true, content: { "application/json": { schema: facts.body } } } }
      : {}),
    responses: {
      ...Object.fromEntries(statuses.map((status) => [String(status), success])),
      ...errorResponses(facts, isRepeatable, shared),
    },
  };
}

/** "Cancel a subscription" is cancelSubscription. */
function operationIdOf(summary: string): string {
  const words = summary.split(" ").filter((word) => !["a", "an", "the"].includes(word));
  return words.map((word, at) => (at === 0 ? word.toLowerCase() : upperFirst(word))).join("");
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const hourMs = 60 * 60 * 1000;

/** The limits that no schema can express (spec, Limits), from the code that enforces them. */
const limits = {
  requests_per_minute: (rateLimit.requests * 60) / rateLimit.seconds,
  page_size: perPageDefault,
  page_size_max: perPageMax,
  keys_per_store: keysMax,
  grace_period_days: graceMs / (24 * hourMs),
  webhook_retry_hours: Math.max(...attemptPlanMs) / hourMs,
};

/** One entry for every published event type: the request, and the answer that a receiver must give. */
export function webhooksOf(): ZodOpenApiPathsObject {
  return Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `on${type.split(/[._]/).map(upperFirst).join("")}`,
          summary: webhookEvents[type].when,
          ...(standardEventTypes.some((one) => one === type)
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
  signatureHeader("X-Service-Event", "The event type.", "order.paid"),
  signatureHeader(
    "X-Service-Signature",
    "sha256= and the lower-case hex HMAC-SHA256 of the raw body under the whole secret, whsec_ included.",
    "sha256=1f0c…",
  ),
  signatureHeader(
    "webhook-id",
    "The id of the event (Standard Webhooks).",
    "evt_0Mfz8aQ24fQ2mZ8rT1vXw7Yb3NcKdJ",
  ),
  signatureHeader("webhook-timestamp", "Unix seconds of this attempt (Standard Webhooks).", "1769851800"),
  signatureHeader(
    "webhook-signature",
    "v1, and the base64 HMAC-SHA256 of id.timestamp.body under the secret's decoded bytes; during a rotation one for each secret (Standard Webhooks).",
    "v1,K5oZ…",
  ),
  signatureHeader(
    "X-Service-Request-Id",
    "The Request-Id of the request that began what is told, such as the payer's press: quote it to the service. Absent where only time passed.",
    "req_0Mfz8aQ24fQ2mZ8rT1vXw7Yb3NcKdJ",
    false,
  ),
];

function signatureHeader(name: string, description: string, example: string, required = true) {
  return {
    in: "header" as const,
    name,
    required,
    description,
    schema: { type: "string" as const },
    example,
  };
}
