import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Method } from "../port";

/**
 * Stores what a real rail stores on its own servers. A record is plain JSON (times in milliseconds, amounts as text),
 * so that one column holds it. Ids are ours: attempt, payout and refund ids never clash.
 */
export interface SandboxStore {
  get(id: string): Promise<SandboxRecord | null>;
  /** False, without writing, when the id exists: so two requests make one charge. */
  insert(record: SandboxRecord): Promise<boolean>;
  /** Replaces the record with the result of `change`, atomically. Null when there is none. */
  update(id: string, change: (record: SandboxRecord) => SandboxRecord): Promise<SandboxRecord | null>;
  /** Oldest first. `callbackBeforeMs` compares with `nextCallbackAtMs`. */
  list(filter: { phone?: string; callbackBeforeMs?: number }): Promise<SandboxRecord[]>;
  /** All records created in this period. */
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
  /** Future steps by time. The state is the last step whose time has come; before the first it is pending. */
  steps: SandboxStep[];
  callbackStyle: CallbackStyle;
  callbacks: SandboxCallback[];
  /** The time of the earliest unsent callback, for the store to search by. */
  nextCallbackAtMs: number | null;
  /** By how much the reported payment is below the requested amount. */
  shortByMinor: string;
  card: { brand: string; last4: string; refundFails: boolean; kept?: KeptPart } | null;
  /** The payer agreed that the card is kept. */
  keep?: true;
  /** Of a charge: its refunds, failed ones removed. Of a refund: empty. */
  refunds: { id: string; amountMinor: string; succeedsAtMs: number }[];
  /** Of a refund: the charge. */
  chargeId: string | null;
  /** Of an account of a store's own: where its callbacks go. */
  callbackPath?: string;
  /** Begun by its payer at the till, with this account number. */
  till?: { typed: string };
  /** It is no operation, but the account of a SIM: see sim.ts. */
  sim?: SimState;
}

/** The account behind a number, and what its network wrote to it lately, newest first. */
export interface SimState {
  balanceMinor: string;
  texts: SimText[];
}

export interface SimText {
  atMs: number;
  text: string;
  /** The phone's forwarder posted it. */
  isTold: boolean;
}

/** What a kept card does while its payer is away: the bank asks for them, or it refuses. */
export type WhileAway = "asks" | FailureReason;

/** The part of a charge's record by which its card can be charged again. */
export interface KeptPart {
  expMonth: number;
  /** Four digits. */
  expYear: number;
  whileAway?: WhileAway;
  isForgotten?: true;
}

/** `word` is "succeeded", "failed" or "reversed"; any other word simulates one that our side does not know yet. */
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

/** What the parts of the sandbox share. */
export interface SandboxContext {
  store: SandboxStore;
  now(): Date;
  /** Address of the site, without a slash at its end: the card page and the handset are pages of ours. */
  siteUrl: string;
  /** The name that the payer reads on the phone. */
  merchantName: string;
  /** The key that signs callbacks. */
  callbackSecret: string;
  /**
   * Posts to our own callback route, at `path` where it is that of a store's own account. Throws when it was not accepted;
   * it is retried later. Returns
   * the body of the answer, where somebody needs it.
   */
  sendCallback(body: string, headers: Record<string, string>, path?: string): Promise<string | undefined>;
  /**
   * `auto`: the last digits decide; other numbers succeed. `handset`: a person approves numbers without such digits.
   */
  mode: "auto" | "handset";
  /** The sandbox's fee on each payment, in hundredths of a per cent. */
  feeBps: number;
  promptTtlMs: number;
}
