import { randomBytes } from "node:crypto";
import type { Emulator, EmulatorAnswer, Planted } from "./emulator";

export interface Session {
  id: string;
  reference: string;
  status: "open" | "complete" | "expired";
  paid: boolean;
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  successUrl: string;
  expiresAt: number;
  createdAt: number;
  card: string;
  /** The card is to be kept: for that it needs a customer. */
  keeps: boolean;
  customer: string;
  method: string;
  /** A charge of a kept card, which has no page. */
  isKept: boolean;
  decline: { code: string; decline_code?: string } | null;
}

export interface StripeBook {
  sessions: Session[];
  methods: Method[];
  refunds: Refund[];
  disputes: Dispute[];
  /** What was answered to a key, and to which words. */
  keys: Map<string, { words: string; answer: EmulatorAnswer }>;
  secretKey: string;
  webhookSecret: string;
  callbackUrl: { current: string };
  planted: Planted;
}

export interface Dispute {
  id: string;
  intent: string;
  amount: number;
  currency: string;
  reason: string;
  status: "needs_response" | "won" | "lost";
  fee: number;
  createdS: number;
}

export interface Refund {
  id: string;
  intent: string;
  amount: number;
  status: string;
  metadata: Record<string, string>;
  /** In seconds. */
  createdAt: number;
}

/** A card that was kept at a page, and whose customer's it is. */
export interface Method {
  id: string;
  customer: string;
  card: string;
  isAttached: boolean;
}

/** A page as it was asked for, which nobody has paid at yet. */
export function newSession(form: URLSearchParams, emulator: Pick<Emulator, "now">): Session {
  return {
    id: idOf("cs_test"),
    reference: form.get("client_reference_id") ?? "",
    status: "open",
    paid: false,
    amount: Number(form.get("line_items[0][price_data][unit_amount]") ?? 0),
    currency: form.get("line_items[0][price_data][currency]") ?? "usd",
    metadata: metadataOf(form),
    successUrl: form.get("success_url") ?? "",
    expiresAt: Number(form.get("expires_at") ?? 0),
    createdAt: secondsOf(emulator),
    card: "",
    keeps: form.get("payment_intent_data[setup_future_usage]") === "off_session",
    customer: form.get("customer_creation") === "always" ? `cus_${randomBytes(7).toString("hex")}` : "",
    method: "",
    isKept: false,
    decline: null,
  };
}

/** A charge of a kept card: a payment without a page. */
export function newPayment(
  form: URLSearchParams,
  emulator: Pick<Emulator, "now">,
  { id: method, customer, card }: Method,
): Session {
  const metadata = metadataOf(form);
  return {
    ...newSession(form, emulator),
    ...{ metadata, method, customer, card, keeps: false, isKept: true },
    reference: metadata.attempt ?? "",
    amount: Number(form.get("amount") ?? 0),
    currency: form.get("currency") ?? "usd",
  };
}

export function metadataOf(form: URLSearchParams): Record<string, string> {
  const pairs = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
    return key ? [[key, value]] : [];
  });
  return Object.fromEntries(pairs);
}

export function idOf(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

/** The payment that a page makes, and its charge. */
export function intentId({ id }: Pick<Session, "id">): string {
  return id.replace("cs_test_", "pi_");
}

export function chargeId(intent: string): string {
  return intent.replace("pi_", "ch_");
}

export function secondsOf({ now }: Pick<Emulator, "now">): number {
  return Math.floor(now() / 1000);
}

/** What a session can be made of, as far as we go; the version of the API that the package speaks dropped some. */
export const known = new Set([
  "mode",
  "client_reference_id",
  "customer_email",
  "locale",
  "success_url",
  "cancel_url",
  "expires_at",
  "adaptive_pricing",
  "allowed_payment_method_types",
  "line_items",
  "payment_intent_data",
  "metadata",
  "customer_creation",
  "consent_collection",
]);

/** What a card brings about; any other number pays. */
export const declines: Record<string, { code: string; decline_code?: string }> = {
  "4000000000000002": { code: "card_declined", decline_code: "generic_decline" },
  "4000000000009979": { code: "card_declined", decline_code: "stolen_card" },
  "4000000000009995": { code: "card_declined", decline_code: "insufficient_funds" },
  "4000000000000069": { code: "expired_card" },
  "4000000000000127": { code: "incorrect_cvc" },
  "4000000000000119": { code: "processing_error" },
  "4000008400001629": { code: "payment_intent_authentication_failure" },
};

export function refused(status: number, error: Record<string, string>): EmulatorAnswer {
  return { status, json: { error } };
}

/** A request in a shape that Stripe does not take. */
export function invalid(message: string, more: Record<string, string> = {}): EmulatorAnswer {
  return refused(400, { type: "invalid_request_error", message, ...more });
}

export function missing(what: string): EmulatorAnswer {
  return refused(404, {
    ...{ type: "invalid_request_error", code: "resource_missing", message: `No such ${what}` },
  });
}

export function listed(data: unknown[], has_more = false): EmulatorAnswer {
  return { status: 200, json: { object: "list", data, has_more } };
}

/** One page of a list that begins after a row. */
export function pageAfter<T>(
  rows: readonly T[],
  query: URLSearchParams,
  size: number,
  of: { id(row: T): string; shape(row: T): unknown },
): EmulatorAnswer {
  const after = rows.findIndex((row) => of.id(row) === query.get("starting_after"));
  const shown = rows.slice(after + 1, after + 1 + size).map(of.shape);
  return listed(shown, after + 1 + size < rows.length);
}

export type Notify = (event: string, data: unknown) => Promise<void>;

export const settleMs = 3_000;
