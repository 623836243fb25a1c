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
  decline: { code: string; decline_code?: string } | null;
}

export interface StripeBook {
  sessions: Session[];
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
  const metadata = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
    return key ? [[key, value]] : [];
  });
  return {
    id: `cs_test_${randomBytes(12).toString("hex")}`,
    reference: form.get("client_reference_id") ?? "",
    status: "open",
    paid: false,
    amount: Number(form.get("line_items[0][price_data][unit_amount]") ?? 0),
    currency: form.get("line_items[0][price_data][currency]") ?? "usd",
    metadata: Object.fromEntries(metadata),
    successUrl: form.get("success_url") ?? "",
    expiresAt: Number(form.get("expires_at") ?? 0),
    createdAt: Math.floor(emulator.now() / 1000),
    card: "",
    decline: null,
  };
}

/** The payment that a page makes. */
export function intentId({ id }: Session): string {
  return id.replace("cs_test_", "pi_");
}
