import { Invalid, NotFound, type Problem, Refusal, refusalStatuses, say } from "@/lib/domain/refusal";
import { serializeError } from "@/lib/resources/envelope";
import { DeliveryFailed } from "@/lib/services/billing/invoices/send";
import { isUnavailable } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { problemText, problemTexts, refusalText } from "@/lib/text/problem";

/** More requests than allowed. `resetAt` is in Unix seconds. */
export class TooManyRequests extends Error {
  readonly retryAfterSeconds: number;
  readonly resetAt: number;
  constructor(retryAfterSeconds: number, resetAt: number) {
    super("too_many_requests");
    this.name = "TooManyRequests";
    this.retryAfterSeconds = retryAfterSeconds;
    this.resetAt = resetAt;
  }
}

/** No endpoint has this path. */
export class UnknownRoute extends Error {
  constructor() {
    super("unknown_path");
    this.name = "UnknownRoute";
  }
}

/** Thrown outside production when an answer does not match what the endpoint declares. */
export class BrokenContract extends Error {
  override name = "BrokenContract";
}

/**
 * The answer to the caller. It becomes a web Response only where a framework needs one, because making and reading a
 * Response costs a third of an access check.
 */
export interface Answer {
  status: number;
  headers: AnswerHeaders;
  /** Null for no body at all. */
  text: string | null;
}

/** Header names in their usual spelling, so that none appears twice. */
export type AnswerHeaders = Record<string, string>;

export function toResponse({ status, headers, text }: Answer): Response {
  return new Response(text, { status, headers });
}

const unavailableRetrySeconds = 5;

/** JSON, with the headers every answer has. */
function jsonAnswer(status: number, body: unknown, headers: AnswerHeaders): Answer {
  return textAnswer(status, JSON.stringify(body), headers);
}

/** The same for JSON that is already text. */
export function textAnswer(status: number, json: string, headers: AnswerHeaders): Answer {
  headers["Content-Type"] = "application/json";
  headers["X-Content-Type-Options"] = "nosniff";
  headers["Cache-Control"] ??= "no-store";
  return { status, headers, text: json };
}

/** The answer to any thrown error. An unexpected error becomes a 500 with only its request id. */
export function errorAnswer(
  world: World,
  request: Request,
  requestId: string,
  thrown: unknown,
  headers: AnswerHeaders,
): Answer {
  const error = known(world, request, requestId, thrown);
  const docUrl = (name: string) => `${world.config.siteUrl}/docs/errors/${name}`;
  const plain = (status: number, name: string, why: Problem) =>
    jsonAnswer(status, serializeError({ message: english(why), requestId, docUrl: docUrl(name) }), headers);
  if (error instanceof Invalid) {
    const errors = problemTexts("en", error.errors);
    const body = { message: namedSummary(errors), errors, requestId, docUrl: docUrl("validation") };
    return jsonAnswer(422, serializeError(body), headers);
  }
  if (error instanceof NotFound) return plain(404, "not_found", say("answer.not_found"));
  if (error instanceof UnknownRoute) return plain(404, "unknown_path", say("answer.unknown_path"));
  if (error instanceof TooManyRequests) {
    headers["Retry-After"] = String(error.retryAfterSeconds);
    headers["X-RateLimit-Reset"] = String(error.resetAt);
    return plain(429, "too_many_requests", tooMany(error.retryAfterSeconds));
  }
  const { code } = error;
  const status = refusalStatuses[code];
  if (status === 401) headers["WWW-Authenticate"] = "Bearer";
  if (status === 503) headers["Retry-After"] = String(unavailableRetrySeconds);
  if (status === 409) headers["Retry-After"] = "1";
  const channels = error instanceof DeliveryFailed ? reasonsOf(error) : undefined;
  const message = refusalText("en", code);
  const errors = error.field === null ? undefined : { [error.field]: [message] };
  const body = { message, error: code, errors, channels, requestId, docUrl: docUrl(code) };
  return jsonAnswer(status, serializeError(body), headers);
}

/** The API answers in English. */
function english(problem: Problem): string {
  return problemText("en", problem);
}

/** The problem of a rate limit, for the answer and its example in the reference. */
export function tooMany(seconds: number): Problem {
  return say("answer.too_many_requests", { seconds });
}

/** Many clients show only the message, so it names its field. */
export function namedSummary(errors: Record<string, string[]>): string {
  const named = Object.entries(errors).flatMap(([field, said]) =>
    said.map((one) => ({ field, problem: one })),
  );
  const [first, ...others] = named;
  if (!first) return english(say("answer.no_values"));
  const told = english(say("answer.of_field", first));
  return others.length === 0 ? told : english(say("answer.others", { first: told, others: others.length }));
}

/** Why each channel refused the message (`channels` of delivery_failed). */
function reasonsOf({ deliveries }: DeliveryFailed): Record<string, string> {
  return Object.fromEntries(
    deliveries.map(({ channel, reason }) => [channel, english(reason ?? say("answer.not_taken"))]),
  );
}

type Known = Invalid | NotFound | UnknownRoute | TooManyRequests | Refusal;

function known(world: World, request: Request, requestId: string, thrown: unknown): Known {
  if (
    thrown instanceof Invalid ||
    thrown instanceof NotFound ||
    thrown instanceof UnknownRoute ||
    thrown instanceof TooManyRequests ||
    thrown instanceof Refusal
  ) {
    return thrown;
  }
  // Without the query, which contains users' e-mail addresses.
  const facts = { err: thrown, requestId, method: request.method, path: new URL(request.url).pathname };
  if (isUnavailable(thrown)) {
    world.log.warn(facts, "The database is out of reach.");
    return new Refusal("service_unavailable");
  }
  world.log.error(facts, "A request failed unexpectedly.");
  return new Refusal("internal_error");
}
