import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Method } from "../port";

/**
 * Where the sandbox keeps what a real rail keeps on its own servers. A record is plain JSON (times in milliseconds,
 * amounts as text), so that one column holds it. Ids are ours: attempt, payout and refund ids never clash.
 */
export interface SandboxStore {
  get(id: string): Promise<SandboxRecord | null>;
  /** False, and nothing written, when the id is taken: this is what makes one charge of two requests. */
  insert(record: SandboxRecord): Promise<boolean>;
  /** Puts what `change` makes of the record, with nobody between reading and writing. Null when there is none. */
  update(id: string, change: (record: SandboxRecord) => SandboxRecord): Promise<SandboxRecord | null>;
  /** Oldest first. `callbackBeforeMs` compares with `nextCallbackAtMs`. */
  list(filter: { phone?: string; callbackBeforeMs?: number }): Promise<SandboxRecord[]>;
  /** All that were made in this time. */
  between(range: { fromMs: number; toMs: number }): Promise<SandboxRecord[]>;
}

export interface SandboxRecord {
  op: "charge" | "payout" | "refund";
  id: string;
  createdAtMs: number;
  /** When the prompt or the page stops waiting. */
  expiresAtMs: number;
  amountMinor: string;
  currency: string;
  country: string;
  method: Method;
  /** E.164. */
  phone: string | null;
  network: string | null;
  /** What it is for, shown on the prompt and the card page. */
  label: string;
  returnUrl: string;
  cancelUrl: string;
  /** What the payer has to do next, while it is pending. */
  waitingFor: "prompt" | "otp" | "card" | "three_d_secure" | null;
  /** The handset no longer shows the prompt. */
  ignored: boolean;
  /** What will happen, by time. The state is the last step whose time has come; before the first it is pending. */
  steps: SandboxStep[];
  callbackStyle: CallbackStyle;
  callbacks: SandboxCallback[];
  /** The earliest callback not yet sent, for the store to look up by. */
  nextCallbackAtMs: number | null;
  /** How much less than asked for the rail says was paid. */
  shortByMinor: string;
  card: { brand: string; last4: string; refundFails: boolean } | null;
  /** Of a charge: its refunds, failed ones removed. Of a refund: empty. */
  refunds: { id: string; amountMinor: string; succeedsAtMs: number }[];
  /** Of a refund: the charge. */
  chargeId: string | null;
}

/** `word` is "succeeded", "failed" or "reversed"; any other word stands for one that our side does not know yet. */
export interface SandboxStep {
  atMs: number;
  word: string;
  reason?: FailureReason;
}

/** `failed_first`: a wrong "failed" is sent just before the true "succeeded". */
export type CallbackStyle = "once" | "never" | "thrice" | "failed_first";

export interface SandboxCallback {
  /** When it is sent, or sent again. */
  dueAtMs: number;
  step: SandboxStep;
  sent: boolean;
  tries: number;
}
