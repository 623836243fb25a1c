import { randomBytes } from "node:crypto";
import type { Emulator, EmulatorAnswer } from "./emulator";
import type { Planted } from "./planted";

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

/** A page as it was asked for, which nobody has paid at yet. */
export function newSession(form: URLSearchParams, emulator: Pick<Emulator, "now">): Session {
  return {
    id: `cs_test_${randomBytes(12).toString("hex")}`,
    reference: form.get("client_reference_id") ?? "",
    status: "open",
    paid: false,
    amount: Number(form.get("line_items[0][price_data][unit_amount]") ?? 0),
    currency: form.get("line_items[0][price_data][currency]") ?? "usd",
    metadata: metadataOf(form),
    successUrl: form.get("success_url") ?? "",
    expiresAt: Number(form.get("expires_at") ?? 0),
    createdAt: Math.floor(emulator.now() / 1000),
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

function metadataOf(form: URLSearchParams): Record<string, string> {
  const pairs = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
    return key ? [[key, value]] : [];
  });
  return Object.fromEntries(pairs);
}

/** The payment that a page makes. */
export function intentId({ id }: Session): string {
  return id.replace("cs_test_", "pi_");
}

/** A card that was kept at a page, and whose customer's it is. */
export interface Method {
  id: string;
  customer: string;
  card: string;
  isAttached: boolean;
}
