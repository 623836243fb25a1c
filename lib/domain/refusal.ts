import type { ProblemSlots } from "./generated/problem-slots";
import type { AmountProblem, Money } from "./money";

/** The problems that input can have: each has its words in lib/text/<language>/problem.json. */
export type ProblemCode = keyof ProblemSlots;

/** A value for a slot of the words. Several names or amounts are listed as the language lists them; a country is named in it. */
export type ProblemValue =
  | string
  | number
  | Money
  | readonly (string | Money)[]
  | { country: string }
  | Problem;

/** A problem by its code. Its words are rendered for the reader, in the reader's language. */
export interface Problem {
  code: ProblemCode;
  values: Readonly<Record<string, ProblemValue>>;
}

/** Problems by field; `form` is for the whole. */
export type Problems = Record<string, Problem[]>;

type ValuesOf<Code extends ProblemCode> = [ProblemSlots[Code]] extends [never]
  ? []
  : [Record<ProblemSlots[Code], ProblemValue>];

/** A problem with the values that its words need. */
export function say<Code extends ProblemCode>(code: Code, ...values: ValuesOf<Code>): Problem {
  return { code, values: values[0] ?? {} };
}

/**
 * Every refusal of the service, with its HTTP status; the words are in the catalogue of problems. 404, failed
 * validation and 429 carry no code (spec, Errors): see NotFound and Invalid; the transport answers a rate limit.
 */
export const refusalStatuses = {
  invalid_json: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  plan_required: 402,
  store_suspended: 403,
  developer_access_blocked: 403,
  live_key_required: 403,
  test_key_required: 403,
  key_is_read_only: 403,
  method_not_allowed: 405,
  idempotency_in_progress: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  not_cancellable: 422,
  invoice_paid: 422,
  invoice_cancelled: 422,
  link_closed: 422,
  customer_blocked: 422,
  not_on_sale: 422,
  delivery_failed: 422,
  email_unverified: 422,
  sending_limit: 422,
  idempotency_key_reused: 422,
  not_active: 422,
  not_past_due: 422,
  not_extendable: 422,
  trial_used: 422,
  no_trial: 422,
  already_subscribed: 422,
  not_in_trial: 422,
  discount_not_found: 422,
  discount_used_up: 422,
  discount_expired: 422,
  discount_not_for_product: 422,
  discount_below_minimum: 422,
  discount_first_time_only: 422,
  discount_used_by_customer: 422,
  discount_code_taken: 422,
  discount_in_use: 422,
  discount_automatic: 422,
  payer_consent_required: 422,
  standing_order_runs: 422,
  renewal_limit: 422,
  same_plan: 422,
  not_changeable: 422,
  plan_taken: 422,
  other_currency: 422,
  test_mode_off: 422,
  key_limit: 422,
  endpoint_limit: 422,
  too_many_attempts: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const;

export type RefusalCode = keyof typeof refusalStatuses;

/**
 * A valid request that cannot be done. Thrown by the domain and the verbs; the API answers with its status and words.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** Which state caused the code, where pages show several differently: for `link_closed`, a LinkClosed. */
  readonly reason: string | null;
  /** The field of the body that it is about: the answer then says it there too. */
  readonly field: string | null;
  constructor(code: RefusalCode, reason: string | null = null, field: string | null = null) {
    super(code);
    this.name = "Refusal";
    this.code = code;
    this.reason = reason;
    this.field = field;
  }
}

/** The object does not exist or belongs to another store: both get the same answer, so that ids cannot be probed. */
export class NotFound extends Error {
  constructor() {
    super("not_found");
    this.name = "NotFound";
  }
}

/** Validation failed: what is wrong with each field, named as the caller wrote it. */
export class Invalid extends Error {
  readonly errors: Problems;
  constructor(errors: Problems) {
    super(Object.entries(errors).map(summary).join("; "));
    this.name = "Invalid";
    this.errors = errors;
  }

  /** The first problem, for places that can show only one. */
  get first(): Problem {
    return Object.values(this.errors).flat()[0] ?? say("nothing_changed");
  }
}

/** Throws Invalid with all problems at once; returns where there is none. */
export function requireNone(fields: Readonly<Record<string, Problem | null>>): void {
  const found = Object.entries(fields).flatMap(([field, problem]) => (problem ? [[field, [problem]]] : []));
  if (found.length > 0) throw new Invalid(Object.fromEntries(found));
}

/** For logs: `amount: refund_left {"left":"KES 5"}, not_whole {}`. */
function summary([field, problems]: [string, readonly Problem[]]): string {
  return `${field}: ${problems.map(({ code, values }) => `${code} ${JSON.stringify(values, exact)}`).join(", ")}`;
}

/** JSON has no whole numbers of any size. */
function exact(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
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
  "key_is_read_only",
  "not_found",
  "payload_too_large",
  "unsupported_media_type",
  "invalid_json",
  "invalid",
];

/** An issue as zod reports it, with the fields that each kind of problem needs. */
interface Issue {
  code?: string;
  path: PropertyKey[];
  message: string;
  input?: unknown;
  values?: readonly unknown[];
  expected?: string;
  maximum?: number | bigint;
  minimum?: number | bigint;
  params?: Record<string, unknown>;
}

/** A problem as a zod issue: the code stands in the place of zod's message. */
export function issueOf({ code, values }: Problem) {
  return { code: "custom" as const, message: code, params: { values } };
}

/** For a built-in check of zod: only its code, or `required` when the field is missing. */
export function missingOr(code: ProblemCode) {
  return (issue: { input?: unknown }): ProblemCode => (issue.input === undefined ? "required" : code);
}

/** The problems that a schema found, by field; `nameOf` names the field. */
export function problemsOf(
  error: { issues: readonly Issue[] },
  nameOf: (path: PropertyKey[]) => string,
): Problems {
  const problems: Problems = {};
  for (const issue of error.issues) {
    const field = nameOf(issue.path);
    problems[field] = [...(problems[field] ?? []), problemOf(issue)];
  }
  return problems;
}

/** Schemas name most problems themselves. This handles the rest, with our codes instead of the library's messages. */
function problemOf(issue: Issue): Problem {
  if (issue.code === "invalid_value" && issue.message === "use_one_of")
    return say("use_one_of", { values: (issue.values ?? []).map(String).join(", ") });
  // Safe: `issueOf` and the checks of schemas give only codes, and zod's own messages have spaces or a capital.
  if (/^[a-z_0-9]+$/.test(issue.message))
    return { code: issue.message as ProblemCode, values: valuesOf(issue) };
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? say("required") : say("not_type", { type: issue.expected ?? "" });
    case "too_big":
      return say("at_most", { max: String(issue.maximum) });
    case "too_small":
      return say("at_least", { min: String(issue.minimum) });
    default:
      return say("unusable");
  }
}

function valuesOf(issue: Issue): Problem["values"] {
  // Safe: only `issueOf` writes them.
  return issue.code === "custom" ? ((issue.params?.values ?? {}) as Problem["values"]) : {};
}

/** What a seller reads where such a text is no amount. */
export function amountProblem(problem: AmountProblem, currency: string): Problem {
  const said = {
    not_a_number: say("amount_like", { currency }),
    not_positive: say("amount_above_zero"),
    too_many_decimals: say("small_part", { currency }),
    too_large: say("amount_too_large"),
  };
  return said[problem];
}
