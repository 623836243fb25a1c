import { z } from "zod";
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { limits } from "@/lib/domain/limits";
import { type RefusalCode, refusalStatuses, say } from "@/lib/domain/refusal";
import { ErrorBody, serializeError } from "@/lib/resources/envelope";
import { rateLimit } from "@/lib/services/people/keys/rate-limit";
import { problemText, refusalText } from "@/lib/text/problem";
import { tooMany } from "./answers";
import type { EndpointFacts } from "./definition";

interface Example {
  status: number;
  name: string;
  message: string;
  error?: RefusalCode;
  errors?: Record<string, string[]>;
}

const descriptions: Record<number, string> = {
  400: "The body is not JSON",
  401: "No key, or not a working one",
  402: "The plan does not include the API",
  403: "This key may not do this",
  404: "It does not exist or belongs to another store",
  409: "The same request is still running",
  413: "The body is too large",
  415: "The body is not JSON",
  422: "A value is wrong, or it cannot be done",
  429: `Too many requests with this key; or from this address without a working key, after ${limits.badKeys.max} a minute that got 401`,
  500: "Something went wrong on our side",
  503: "The service cannot answer right now",
};

const modes: Record<EndpointFacts["keys"], string> = { any: "", none: "", live: "Live", test: "Test" };

/**
 * The refusals of an endpoint by status, each with its examples. Responses that several endpoints share are one object
 * with an id, which `shared` holds for the current document.
 */
export function errorResponses(
  facts: EndpointFacts,
  isRepeatable: boolean,
  shared: Map<string, ZodOpenApiResponseObject>,
): ZodOpenApiResponsesObject {
  const examples = [...sharedExamples(facts, isRepeatable), ...ownExamples(facts, isRepeatable)];
  const statuses = [...new Set(examples.map((example) => example.status))].sort();
  const entries = statuses.map((status): [string, ZodOpenApiResponseObject] => {
    const ofStatus = examples.filter((example) => example.status === status);
    if (status === 422) return ["422", responseOf(status, ofStatus, facts)];
    const keyed = facts.keys === "none" ? "Open" : "";
    const mode = status === 403 ? modes[facts.keys] : "";
    const writes = status === 403 && isRepeatable ? "Write" : "";
    const id = `Error${status}${mode}${writes}${keyed}`;
    const response = shared.get(id) ?? { id, ...responseOf(status, ofStatus, facts) };
    shared.set(id, response);
    return [String(status), response];
  });
  return Object.fromEntries(entries);
}

function responseOf(status: number, examples: Example[], facts: EndpointFacts): ZodOpenApiResponseObject {
  const keyed = facts.keys !== "none" && status !== 401 && status < 500;
  return {
    description: descriptions[status] ?? "Refused",
    headers: { ...answerHeaders, ...(keyed ? rateHeaders : {}), ...refusalHeaders[status] },
    content: {
      "application/json": {
        schema: ErrorBody,
        examples: Object.fromEntries(examples.map((one) => [one.name, { value: wire(one) }])),
      },
    },
  };
}

function sharedExamples(facts: EndpointFacts, isRepeatable: boolean): Example[] {
  const keyed: RefusalCode[] = [
    "missing_api_key",
    "invalid_api_key",
    "plan_required",
    "store_suspended",
    "developer_access_blocked",
  ];
  const codes: RefusalCode[] = [
    ...(facts.keys === "none" ? [] : keyed),
    ...(facts.keys === "live" ? (["live_key_required"] as const) : []),
    ...(facts.keys === "test" ? (["test_key_required"] as const) : []),
    ...(isRepeatable ? (["key_is_read_only"] as const) : []),
    ...(facts.body ? (["payload_too_large", "unsupported_media_type", "invalid_json"] as const) : []),
    ...(isRepeatable ? (["idempotency_in_progress"] as const) : []),
    "internal_error",
    "service_unavailable",
  ];
  const limited = { status: 429, name: "too_many_requests", message: problemText("en", tooMany(42)) };
  return [...codes.map(coded), ...(facts.keys === "none" ? [] : [limited])];
}

function ownExamples(facts: EndpointFacts, isRepeatable: boolean): Example[] {
  const own = [...(facts.errors ?? []), ...(isRepeatable ? (["idempotency_key_reused"] as const) : [])];
  const examples = own.map(coded);
  if (facts.params)
    examples.push({ status: 404, name: "not_found", message: problemText("en", say("answer.not_found")) });
  const field = Object.keys({ ...facts.body?.shape, ...facts.query?.shape })[0];
  if (field) {
    const problem = problemText("en", say("unusable"));
    examples.push({ status: 422, name: "validation", message: problem, errors: { [field]: [problem] } });
  }
  return examples;
}

function coded(code: RefusalCode): Example {
  return { status: refusalStatuses[code], name: code, message: refusalText("en", code), error: code };
}

function wire(example: Example) {
  return serializeError({
    ...example,
    requestId: "req_0Mfz8aQ24fQ2mZ8rT1vXw7Yb3NcKdJ",
    docUrl: `https://example.com/docs/errors/${example.name}`,
  });
}

const limit = rateLimit.requests;

/** Every header of the API, once; answers refer to them by name. */
export const headerComponents = {
  "Request-Id": header(
    "Names this request. Say it when you ask for help.",
    "req_0Mfz8aQ24fQ2mZ8rT1vXw7Yb3NcKdJ",
  ),
  "RateLimit-Policy": header(
    "The limit: q requests in w seconds.",
    `"default";q=${limit};w=${rateLimit.seconds}`,
  ),
  RateLimit: header("r requests are left; in t seconds there are more.", `"default";r=${limit - 3};t=42`),
  "X-RateLimit-Limit": header("Requests a minute.", limit),
  "X-RateLimit-Remaining": header("Requests left now.", limit - 3),
  "X-Key-Scope": header("full, or read for a key that only reads.", "full"),
  "X-RateLimit-Reset": header("The instant to wait for, in Unix seconds.", 1_769_851_842),
  "Retry-After": header("Seconds to wait.", 42),
  "WWW-Authenticate": header("How to send a key.", "Bearer"),
  "Idempotent-Replayed": header(
    "true when this answer was given before, under the same Idempotency-Key.",
    "true",
  ),
};

/** On every answer. */
export const answerHeaders = refer("Request-Id");

/** On every answer to a working key. */
export const rateHeaders = refer(
  "RateLimit-Policy",
  "RateLimit",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-Key-Scope",
);

/** On answers that may be replayed. */
export const replayHeaders = refer("Idempotent-Replayed");

/** The request header of POST, PATCH and DELETE. */
export const idempotencyHeader = z.object({
  "Idempotency-Key": z.string().min(1).max(255).optional().meta({
    description:
      "Repeat a request with the same key within 24 hours and it has no second effect: the first answer comes again, byte for byte. 1 to 255 printable ASCII characters.",
    example: "0b8f1c52-2a5e-4c2b-9d7e-1f4f6f9a3d21",
  }),
});

/** By the status of a refusal, in addition to the headers above. */
export const refusalHeaders: Record<number, Record<string, { $ref: string }>> = {
  401: refer("WWW-Authenticate"),
  409: refer("Retry-After"),
  429: refer("Retry-After", "X-RateLimit-Reset"),
  503: refer("Retry-After"),
};

function refer(...names: (keyof typeof headerComponents)[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function header(description: string, example: string | number) {
  return {
    description,
    schema: { type: typeof example === "number" ? "integer" : "string" },
    example,
  } as const;
}
