const texts = {
  invalid_json: refusal(
    400,
    "The request body is not valid JSON. Nothing was changed. Send one JSON object, encoded as UTF-8.",
  ),
  missing_api_key: refusal(
    401,
    "No API key was sent. Send the header “Authorization: Bearer <key>” with a secret key of your store.",
  ),
  invalid_api_key: refusal(
    401,
    "This API key is wrong or was deleted. Check that you copied all of it, or create a new key in the developer settings.",
  ),
  plan_required: refusal(
    402,
    "The plan of this store does not include the API. Nothing was changed. Move the store to a plan with API access to use this key.",
  ),
  store_suspended: refusal(
    403,
    "This store is suspended, so its API is off. Nothing was changed. The store owner can see the reason in the dashboard.",
  ),
  developer_access_blocked: refusal(
    403,
    "Developer access is turned off for this store. Nothing was changed. The store owner can ask the service to turn it on again.",
  ),
  live_key_required: refusal(
    403,
    "This endpoint works with live keys only, and a test key was used. Nothing was changed. Use a key that starts with sk_live_.",
  ),
  test_key_required: refusal(
    403,
    "This endpoint works with test keys only, and a live key was used. Nothing was changed. Use a key that starts with sk_test_.",
  ),
  method_not_allowed: refusal(
    405,
    "This path does not take this HTTP method. Nothing was changed. The Allow header lists the methods it takes.",
  ),
  idempotency_in_progress: refusal(
    409,
    "A request with this Idempotency-Key is still running. This one did nothing. Wait a second and send it again.",
  ),
  payload_too_large: refusal(
    413,
    "The request body is larger than 256 KiB. Nothing was changed. Send a smaller body.",
  ),
  unsupported_media_type: refusal(
    415,
    "The request body is not JSON. Nothing was changed. Send it with the header “Content-Type: application/json”.",
  ),
  not_cancellable: refusal(
    422,
    "Only an active or past due subscription can be cancelled. This one has already ended or been cancelled, and nothing was changed.",
  ),
  invoice_paid: refusal(
    422,
    "This invoice is paid, so it can be neither cancelled nor sent. Nothing was changed. To give money back, refund its order.",
  ),
  invoice_cancelled: refusal(
    422,
    "This invoice is cancelled, so it cannot be sent. Nothing was changed. Create a new invoice instead.",
  ),
  link_closed: refusal(
    422,
    "This payment link takes no payments any more or just now. Nothing was paid. Ask the seller for another way to pay.",
  ),
  customer_blocked: refusal(
    422,
    "The seller takes no payments from this customer. Nothing was paid. Ask the seller.",
  ),
  not_on_sale: refusal(
    422,
    "This product is not on sale. Nothing was paid. Ask the seller whether it comes back.",
  ),
  delivery_failed: refusal(
    422,
    "The invoice could not be sent on any of the channels. It was not marked as sent. “channels” says why for each; correct the address and send again.",
  ),
  email_unverified: refusal(
    422,
    "No owner of this account has confirmed their e-mail address. Nothing was sent. Open the link that was mailed to the owner, or ask for a new one in the dashboard under Your account.",
  ),
  sending_limit: refusal(
    422,
    "The account, or this phone, has had all its messages for today. Nothing was sent. Send it tomorrow; the limit grows with payments and once the store is verified.",
  ),
  idempotency_key_reused: refusal(
    422,
    "This Idempotency-Key was used before for a different request. Nothing was changed. Use a new key for a new request.",
  ),
  not_active: refusal(
    422,
    "The period can be ended only while the subscription is active. Nothing was changed. Renew it first.",
  ),
  not_past_due: refusal(
    422,
    "The grace period can be ended only while the subscription is past due. Nothing was changed. End the period first.",
  ),
  renewal_limit: refusal(
    422,
    "This subscription is already paid for 24 periods ahead, which is the most it can hold. Nothing was paid. Renew again after the next period starts.",
  ),
  test_mode_off: refusal(
    422,
    "Test mode is off for this store. Nothing was started. The owner turns it on by creating a test key in the developer settings.",
  ),
  key_limit: refusal(
    422,
    "A store can have 10 API keys, and this one has 10. No key was created. Delete a key you no longer use, then create the new one.",
  ),
  endpoint_limit: refusal(
    422,
    "A store can have 5 live and 5 test endpoints, and this kind is full. No endpoint was added. Delete one you no longer use first.",
  ),
  too_many_attempts: refusal(
    429,
    "This number was asked to pay three times in the last ten minutes. Nobody was asked again. Wait a few minutes, then try once more.",
  ),
  internal_error: refusal(
    500,
    "Something went wrong on our side. Try again in a moment; if it keeps happening, send us the request id.",
  ),
  service_unavailable: refusal(
    503,
    "The service cannot answer right now. Nothing was changed. Try again after the number of seconds in Retry-After.",
  ),
};

export type RefusalCode = keyof typeof texts;

/**
 * Everything the service says no with, in one table: HTTP status, the sentence for people, and the page that explains
 * it (a path of this site). A message says what happened, that nothing was changed (where that could be in doubt), and
 * what to do. 404, failed validation and 429 carry no code (spec, Errors): see NotFound and Invalid; a rate limit is
 * an answer of the transport.
 */
export const refusals: Record<RefusalCode, { status: number; message: string; doc: string }> =
  withDocs(texts);

/** A request that was understood and cannot be done. Thrown by the domain and the verbs; the API answers with its row of `refusals`. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** Which of several states is behind the code, where pages tell them apart: of `link_closed`, a LinkClosed. */
  readonly reason: string | null;
  constructor(code: RefusalCode, reason: string | null = null) {
    super(refusals[code].message);
    this.name = "Refusal";
    this.code = code;
    this.reason = reason;
  }
}

/** The object does not exist or belongs to another store: the same answer, so that ids cannot be probed. */
export class NotFound extends Error {
  constructor() {
    super("There is nothing here under this id for your store.");
    this.name = "NotFound";
  }
}

/** Validation failed. `errors` maps each field name, as the caller wrote it, to its problem sentences. */
export class Invalid extends Error {
  readonly errors: Record<string, string[]>;
  constructor(errors: Record<string, string[]>) {
    super(summary(errors));
    this.name = "Invalid";
    this.errors = errors;
  }
}

/** The same errors told to a client: many show the message alone, so it says of which field it speaks. */
export function namedSummary(errors: Record<string, string[]>): string {
  const named = Object.entries(errors).map(([field, said]) => [field, said.map((one) => `${field}: ${one}`)]);
  return summary(Object.fromEntries(named));
}

/** A stage of checking a request: a coded refusal, or one of the four answers that have no code. */
export type RefusalStage = RefusalCode | "unknown_route" | "too_many_requests" | "not_found" | "invalid";

/**
 * The order in which a request is refused: of several reasons, the earliest here is the answer. Reasons about the
 * caller come before reasons about the object, so that nobody learns of an object they may not see.
 */
export const refusalOrder: readonly RefusalStage[] = [
  "unknown_route",
  "method_not_allowed",
  "missing_api_key",
  "invalid_api_key",
  "too_many_requests",
  "store_suspended",
  "developer_access_blocked",
  "plan_required",
  "live_key_required",
  "test_key_required",
  "not_found",
  "payload_too_large",
  "unsupported_media_type",
  "invalid_json",
  "invalid",
];

function refusal(status: number, message: string): { status: number; message: string } {
  return { status, message };
}

function withDocs<Code extends string>(
  rows: Record<Code, { status: number; message: string }>,
): Record<Code, { status: number; message: string; doc: string }> {
  const entries = Object.entries<{ status: number; message: string }>(rows).map(([code, row]) => [
    code,
    { ...row, doc: `/docs/errors/${code}` },
  ]);
  // Safe: the keys are exactly those of `rows`; Object.fromEntries forgets them.
  return Object.fromEntries(entries) as Record<Code, { status: number; message: string; doc: string }>;
}

function summary(errors: Record<string, string[]>): string {
  const problems = Object.values(errors).flat();
  const first = problems[0] ?? "Some of the values cannot be used.";
  const others = problems.length - 1;
  if (others < 1) return first;
  return `${first} (and ${others} more ${others === 1 ? "problem" : "problems"})`;
}
