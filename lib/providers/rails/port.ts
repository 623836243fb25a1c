import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Money } from "@/lib/domain/money";
import type { Problem } from "@/lib/domain/problem";
import type { MovementOp } from "@/lib/domain/reconciliation";

/**
 * What the service asks of a payment rail. Laws every adapter keeps, and the contract suite checks:
 * it never throws for what the network does (a timeout, a 5xx or an unreadable answer is `pending` + `uncertain`);
 * only a definite answer of the rail is `failed`; a status word it does not know is `pending`; the same id sent twice
 * is one charge; amounts are converted inside the adapter and never rounded. `networks`, `banks`, `balance`, `holdings`
 * and `statement` alone throw when they cannot be had: there is no true answer then.
 */
export interface PaymentRail {
  readonly id: RailId;
  readonly capabilities: Capabilities;
  networks(query: { country?: string; op: "charge" | "payout" }): Promise<NetworkInfo[]>;
  /** Whether it does this in this country and currency; asked of cards and banks, which have no networks. Absent: always. */
  reaches?(way: Way): boolean;
  /** `phone` in any spelling the rail reads; the answer's phone is E.164. Null when the rail cannot tell. */
  predictNetwork?(phone: string): Promise<{ network: string; phone: string } | null>;
  charge(request: ChargeRequest): Promise<ChargeResult>;
  submitInput?(ref: { attemptId: string; railRef: string }, value: string): Promise<ChargeResult>;
  /** `paid`: it was paid as far as we know, so what went back of it meanwhile is looked for as well. */
  chargeStatus(ref: { attemptId: string; railRef?: string; paid?: boolean }): Promise<StatusResult>;
  /** Every dispute of a charge. Absent: this rail knows none, or tells nobody. */
  disputes?(ref: { attemptId: string; railRef?: string }): Promise<DisputesResult>;
  /** Disputes of late that nobody may have told us of. Absent: callbacks tell of every one. */
  newDisputes?(): Promise<FoundDispute[]>;
  parseCallback(raw: RawCallback): Promise<CallbackVerdict>;
  payout?(request: PayoutRequest): Promise<TransferResult>;
  payoutStatus?(ref: { payoutId: string; railRef?: string }): Promise<TransferResult>;
  banks?(country: string): Promise<{ code: string; name: string }[]>;
  /** Whose account it is: null where the bank knows none of this number, a name of null where nobody can tell. */
  resolveAccount?(account: {
    country: string;
    bankCode: string;
    accountNumber: string;
  }): Promise<{ name: string | null } | null>;
  refund?(request: RefundRequest): Promise<TransferResult>;
  /** `charge` is what the refund is of: some rails know a refund whose answer was lost only by its charge. */
  refundStatus?(ref: {
    refundId: string;
    railRef?: string;
    charge?: { attemptId: string; railRef?: string };
  }): Promise<TransferResult>;
  /** The operator's float at the rail, one amount a currency; checked before a payout. */
  balance?(): Promise<Money[]>;
  /** All that the rail holds for us, over all of its accounts; asked for where it gives no list. */
  holdings?(): Promise<Money[]>;
  /** All that moved from one instant to another by the rail's own list. Absent where its API has none. */
  statement?(range: { from: Date; to: Date }): Promise<Statement>;
  health(): Promise<{ ok: boolean; detail?: Problem }>;
}

export type RailId = "sandbox" | "pawapay" | "flutterwave" | "paystack" | "stripe" | "mtn_momo";
export type Method = "mobile_money" | "card" | "bank";

/** One way of moving money, in or out. */
export interface Way {
  op: "charge" | "payout";
  method: Method;
  country: string;
  currency: string;
}

/** One network as the rail sees it now; `code` is ours (lib/domain/network), `railCode` the rail's. */
export interface NetworkInfo {
  code: string;
  railCode: string;
  displayName: string;
  /** ISO 3166 alpha-2. */
  country: string;
  currency: string;
  logoUrl?: string;
  min?: Money;
  max?: Money;
  /** Decimals the network takes, which may be fewer than the currency has. */
  decimals: 0 | 2;
  health: "up" | "degraded" | "down";
  auth: "pin_push" | "otp_first" | "otp_after" | "redirect";
  /** The name that the payer reads on the phone. */
  nameOnPrompt?: string;
  /** How the payer brings a missed prompt back without a new charge: the code to dial, then the menu entries. */
  revive?: { steps: string[]; telLink?: string };
}

export interface Capabilities {
  methods: Method[];
  refund: "none" | "full" | "partial";
  payout: ("mobile_money" | "bank")[];
  callbackAuth: CallbackAuth;
  /** False: the operator must paste our callback URL in the rail's dashboard. */
  callbackUrlPerRequest: boolean;
  /** True: an address is made up for a payer who gave none. */
  emailRequired: boolean;
  /** Our own deadline for an answer. A success after it still counts. */
  promptTtlSeconds: number;
}

/** How a callback proves where it comes from: over its body, by a static secret beside it, or not at all. */
export type CallbackAuth = "signed" | "shared_secret" | "none";

export interface ChargeRequest {
  /** UUIDv4, committed before the call; it is the rail's idempotency key. */
  attemptId: string;
  method: Method;
  amount: Money;
  country: string;
  /** `phone` in E.164, `network` our code. */
  payer: { name?: string; email?: string; phone?: string; network?: string };
  /** Adapters cut and clean it to what their rail shows. */
  description: string;
  /** The code that the payer fetched beforehand, on networks with `otp_first`. */
  preAuthCode?: string;
  returnUrl: string;
  cancelUrl: string;
  callbackUrl: string;
  locale: string;
  metadata: Record<string, string>;
}

export type ChargeResult =
  | {
      kind: "pending";
      railRef: string;
      /** The outcome is unknown (timeout, 5xx): read the status, never charge again. */
      uncertain?: boolean;
      prompt: { type: "pin_push" | "ussd_code" | "wait"; text?: string; ussd?: string };
      pollAfterMs: number;
      expiresAt: Date;
    }
  | { kind: "requires_redirect"; railRef: string; url: string; expiresAt?: Date }
  | { kind: "requires_input"; railRef: string; input: "otp" | "phone" | "birthday"; text: string }
  | { kind: "succeeded"; settlement: Settlement }
  | { kind: "failed"; railRef?: string; failure: Failure };

/** What the rail says was really paid. The amount is the rail's word, to be compared with what was asked. */
export interface Settlement {
  railRef: string;
  amount: Money;
  /** What the rail kept, when it says so. */
  fee?: Money;
  paidAt: Date;
  /** The rail does not say when it was paid: `paidAt` is when we heard of it. */
  isHeard?: boolean;
  /** The operator's or bank's own transaction id. */
  receipt?: string;
  method: Method;
  network?: string;
  payerPhone?: string;
  card?: { brand: string; last4: string };
}

/**
 * `not_found` becomes failed only when the attempt is older than 15 minutes; that is the engine's decision. The amount of `reversed` is
 * what the rail took back in all, beside the refunds we asked for: a part of it, or the whole payment where it cannot tell.
 */
export type StatusResult =
  | { kind: "pending"; redirectUrl?: string }
  | { kind: "succeeded"; settlement: Settlement }
  | { kind: "failed"; failure: Failure }
  | { kind: "reversed"; settlement: Settlement }
  | { kind: "not_found" };

/** A payer asked the bank for a payment back: what the rail says of it, as far as it does. */
export interface RailDispute {
  /** The rail's own id of it. */
  ref: string;
  /** `accepted`: given in to, which ends like lost. */
  state: "open" | "won" | "lost" | "accepted";
  /** Absent: the whole payment. */
  amount?: Money;
  /** What the rail took for it so far, in the currency it took it in. */
  fee?: Money;
  reason?: string;
  openedAt?: Date;
  /** Until when evidence is taken. */
  dueAt?: Date;
}

/** A dispute, and our id of the payment it is about as the rail kept it. */
export interface FoundDispute {
  attemptId: string;
  dispute: RailDispute;
}

export type DisputesResult = { kind: "known"; disputes: RailDispute[] } | { kind: "pending" };

/** `railCode` and `railMessage` are for logs and sellers, never shown to payers. */
export interface Failure {
  reason: FailureReason;
  railCode?: string;
  railMessage?: string;
}

/** A callback as it arrived. Header names in lower case; `body` is the raw bytes, which signatures cover. */
export interface RawCallback {
  method: string;
  host: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Buffer;
  ip: string;
}

export interface CallbackVerdict {
  authentic: boolean;
  auth: CallbackAuth;
  /**
   * `claim` is the word of the rail only when `auth` is "signed"; else the status is read again. `dedupeKey` is unique
   * per logical event, so that a repeated delivery has the same one. A dispute is told by the charge it is about;
   * `dispute` is what it says itself, and the rail is asked for all of them.
   */
  events: {
    op: "charge" | "payout" | "refund" | "dispute_opened" | "dispute_won";
    ourId?: string;
    railRef?: string;
    dedupeKey: string;
    /** Of a refund: our id of the payment it is of, to be looked at where we did not ask for that refund. */
    chargeId?: string;
    claim?: StatusResult;
    dispute?: RailDispute;
  }[];
  reply: { status: number; body?: string };
}

export interface PayoutRequest {
  /** UUIDv4 in lower case; the rail's idempotency key. */
  payoutId: string;
  amount: Money;
  country: string;
  narration: string;
  callbackUrl: string;
  to:
    | { type: "mobile_money"; phone: string; network: string; name: string }
    | { type: "bank"; bankCode: string; accountNumber: string; branchCode?: string; name: string };
}

export interface RefundRequest {
  refundId: string;
  attemptId: string;
  railRef: string;
  /** Always named: a rail that cannot say what is left would otherwise have to guess. */
  amount: Money;
  reason?: string;
}

/** The state of a payout or refund. `queued`: the rail holds it back until something at its end is put right. */
export type TransferResult =
  | { kind: "pending"; railRef: string; queued?: boolean; uncertain?: boolean }
  | { kind: "succeeded"; railRef: string; receipt?: string; fee?: Money; at: Date }
  | { kind: "failed"; railRef?: string; failure: Failure }
  | { kind: "reversed"; railRef: string }
  | { kind: "not_found" };

/** A rail's own list of what moved. Of what is not in `holds` its silence says nothing. */
export interface Statement {
  holds: readonly MovementOp[];
  lines: StatementLine[];
}

/** `ourId`: of our attempt, refund or payout; null where the rail names none, as for what others do with the account. */
export interface StatementLine {
  op: MovementOp;
  ourId: string | null;
  railRef: string;
  currency: string;
  /** Above zero: into what the rail holds. Without what the rail kept of it. */
  minor: bigint;
  at: Date;
}
