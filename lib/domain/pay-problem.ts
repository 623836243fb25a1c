import type { DiscountProblem } from "./discount";
import type { Money } from "./money";

/** The fields of a payer's form that can be wrong. */
export type PayField =
  | "phone"
  | "network"
  | "method"
  | "amount"
  | "email"
  | "name"
  | "answer"
  | "contact"
  | "place"
  | "quantity"
  | "code"
  | "form";

/** Why a payer's form is refused. Payer pages show each problem in the payer's language. */
export type PayProblemCode =
  | "phone_missing"
  | "phone_not_digits"
  | "phone_too_short"
  | "phone_too_long"
  | "phone_invalid"
  | "phone_not_mobile"
  | "phone_other_country"
  | "network_unknown"
  | "network_not_offered"
  | "network_other_currency"
  | "network_whole_amounts"
  | "network_too_small"
  | "network_too_large"
  | "method_unavailable"
  | "method_missing"
  | "amount_missing"
  | "amount_unreadable"
  | "amount_too_many_decimals"
  | "amount_too_small"
  | "amount_too_large"
  | "amount_over_balance"
  | "amount_leaves_too_little"
  | "amount_only_whole"
  | "amount_changed"
  | "plan_changed"
  | "paid_meanwhile"
  | "phone_changed"
  | "page_changed"
  | "quantity_unreadable"
  | "email_missing"
  | "email_unreadable"
  | "quantity_too_large"
  | "answer_missing"
  | "answer_too_long"
  | "name_missing"
  | "name_too_long"
  | "contact_missing"
  | "place_missing"
  | "place_too_long"
  | DiscountProblem
  | "code_rests"
  | "form_incomplete"
  | "form_foreign";

/** One problem; `values` fill the slots of its sentence; a country is its code. */
export interface PayProblem {
  field: PayField;
  code: PayProblemCode;
  values?: Record<string, string | Money>;
}

/** A payer's form with problems: every problem by its code. */
export class PayInvalid extends Error {
  readonly problems: readonly PayProblem[];
  constructor(problems: readonly [PayProblem, ...PayProblem[]]) {
    super(problems.map(({ field, code }) => `${field}: ${code}`).join("; "));
    this.name = "PayInvalid";
    this.problems = problems;
  }
}

/** One problem of one field, to be thrown or gathered. */
export function payInvalid(
  field: PayField,
  code: PayProblemCode,
  values?: Record<string, string | Money>,
): PayInvalid {
  return new PayInvalid([{ field, code, ...(values ? { values } : {}) }]);
}

/** Runs a check of a form. Returns null on problems and collects them, so that a payer sees all of them at once. */
export async function gather<T>(problems: PayProblem[], check: () => T | Promise<T>): Promise<T | null> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof PayInvalid)) throw error;
    problems.push(...error.problems);
    return null;
  }
}

/** Throws PayInvalid with all problems; does nothing when there are none. */
export function throwProblems(problems: readonly PayProblem[]): void {
  const [first, ...others] = problems;
  if (first) throw new PayInvalid([first, ...others]);
}

/**
 * Thrown when no new attempt can begin: another payment for the same thing is open, and two prompts can be two debits.
 * It carries only what this visitor may know: only the browser that began the open payment gets its page.
 */
export class PaymentOpen extends Error {
  constructor(readonly open: OpenPayment) {
    super("Another payment for the same thing is open.");
    this.name = "PaymentOpen";
  }
}

export interface OpenPayment {
  /**
   * `yours`: this browser began it, with another amount or another way to pay. `invoice`: someone else with the link is
   * paying the same invoice. `number`: a payment is open on the number that was typed. `hidden`: this visitor may not
   * know who pays, nor how much.
   */
  kind: "yours" | "invoice" | "number" | "hidden";
  /** Of `yours`: its page. */
  token: string | null;
  /** Of `yours` and `invoice`. */
  amount: { minor: bigint; currency: string } | null;
  /** With its middle hidden; null for a card, and where this visitor may not know it. */
  phone: string | null;
  /** When another attempt may begin; null when that is not known yet. */
  endsAt: Date | null;
}
