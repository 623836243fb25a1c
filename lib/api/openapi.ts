import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { ErrorBody } from "@/lib/resources/envelope";
import { keysMax } from "@/lib/services/people/keys/create-key";
import { rateLimit } from "@/lib/services/people/keys/rate-limit";
import { attemptPlanMs } from "../domain/retry-schedule";
import { graceMs } from "../domain/subscription";
import { perPageDefault, perPageMax } from "../resources/input";
import { type EndpointFacts, type Method, methods } from "./definition";
import { errorResponses } from "./openapi-errors";
import { finished, type Json, membersOf } from "./openapi-finish";
import {
  answerHeaders,
  headerComponents,
  idempotencyHeader,
  rateHeaders,
  replayHeaders,
} from "./openapi-headers";
import { webhooksOf } from "./openapi-webhooks";
import type { Route } from "./router";

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
