import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Money } from "@/lib/domain/money";
import type { MovementOp } from "@/lib/domain/reconciliation";
import type { Problem } from "@/lib/domain/refusal";
import type { CardChange, ForgetResult, KeptCard } from "./kept-card";

export type { CardChange, ForgetResult, KeptCard } from "./kept-card";

/**
 * What the service needs from a payment rail. Every adapter follows these laws, and the contract suite checks them: it
 * never throws for network problems (a timeout, a 5xx or an unreadable answer is `pending` + `uncertain`); only a
 * definite answer of the rail is `failed`; an unknown status word is `pending`; the same id sent twice is one charge;
 * amounts are converted inside the adapter and never rounded. Only `networks`, `banks`, `balance`, `holdings` and
 * `statement` throw when they cannot be read, because then no answer is true.
 */
export interface PaymentRail {
  readonly id: RailId;
  readonly capabilities: Capabilities;
  networks(query: { country?: string; op: "charge" | "payout" }): Promise<NetworkInfo[]>;
  /** Whether it does this in this country and currency; for cards and banks, which have no networks. Absent: always. */
  reaches?(way: Way): boolean;
  charge(request: ChargeRequest): Promise<ChargeResult>;
  /**
   * Charges a kept card while the payer is away. `requires_redirect`: the bank asks for the payer; this very charge is
   * finished at that address, or ends without money. After `failed`, `cardRetry` of the reason says what makes sense
   * next. As with `charge`: committed first, sent once, and after doubt only `chargeStatus`. Present where `keeps` is
   * not empty, together with `forget`.
   */
  chargeKept?(request: KeptChargeRequest): Promise<ChargeResult>;
  /** Gives a kept card back: the rail accepts no other charge of it. */
  forget?(token: string): Promise<ForgetResult>;
  submitInput?(ref: { attemptId: string; railRef: string }, value: string): Promise<ChargeResult>;
  /** `paid`: our records say it was paid, so the rail also looks for money that has gone back since. */
  chargeStatus(ref: { attemptId: string; railRef?: string; paid?: boolean }): Promise<StatusResult>;
  /** Every dispute of a charge. Absent: this rail has no disputes, or does not report them. */
  disputes?(ref: { attemptId: string; railRef?: string }): Promise<DisputesResult>;
  /** Recent disputes that may not have been reported to us. Absent: callbacks report every dispute. */
  newDisputes?(): Promise<FoundDispute[]>;
  parseCallback(raw: RawCallback): Promise<CallbackVerdict>;
  payout?(request: PayoutRequest): Promise<TransferResult>;
  payoutStatus?(ref: { payoutId: string; railRef?: string }): Promise<TransferResult>;
  banks?(country: string): Promise<{ code: string; name: string }[]>;
  /** The holder of an account. Null: the bank has no such number. A null name: nobody can tell. */
  resolveAccount?(account: {
    country: string;
    bankCode: string;
    accountNumber: string;
  }): Promise<{ name: string | null } | null>;
  refund?(request: RefundRequest): Promise<TransferResult>;
  /** `charge` is the refunded charge: some rails find a refund whose answer was lost only by its charge. */
  refundStatus?(ref: {
    refundId: string;
    railRef?: string;
    charge?: { attemptId: string; railRef?: string };
  }): Promise<TransferResult>;
  /** The operator's float at the rail, one amount per currency; checked before a payout. */
  balance?(): Promise<Money[]>;
  /** Everything that the rail holds for us, over all its accounts; used where the rail has no list. */
  holdings?(): Promise<Money[]>;
  /** All movements in a period, from the rail's own list. Absent where its API has none. */
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

/** The current state of one network at the rail; `code` is ours (lib/domain/network), `railCode` the rail's. */
export interface NetworkInfo {
  code: string;
  railCode: string;
  displayName: string;
  /** ISO 3166 alpha-2. */
  country: string;
  currency: string;
  min?: Money;
  max?: Money;
  /** Decimals that the network accepts, possibly fewer than the currency has. */
  decimals: 0 | 2;
  health: "up" | "degraded" | "down";
  auth: "pin_push" | "otp_first" | "otp_after" | "redirect";
  /** The payee name that the payer reads on the phone. */
  nameOnPrompt?: string;
  /** How the payer brings a missed prompt back without a new charge: the code to dial, then the menu entries. */
  revive?: { steps: string[]; telLink?: string };
}

export interface Capabilities {
  methods: Method[];
  refund: "none" | "full" | "partial";
  payout: ("mobile_money" | "bank")[];
  /** What can be charged again while the payer is away. Empty: each payment needs its payer. */
  keeps: "card"[];
  callbackAuth: CallbackAuth;
}

/** How a callback proves its origin: a signature over its body, a static secret beside it, or not at all. */
export type CallbackAuth = "signed" | "shared_secret" | "none";

export interface ChargeRequest {
  /** UUIDv4, committed before the call; it is the rail's idempotency key. */
  attemptId: string;
  method: Method;
  amount: Money;
  country: string;
  /** `phone` in E.164, `network` our code. */
  payer: { name?: string; email?: string; phone?: string; network?: string };
  /** Adapters shorten and clean it for their rail. */
  description: string;
  /** The code that the payer fetched beforehand, on networks with `otp_first`. */
  preAuthCode?: string;
  returnUrl: string;
  cancelUrl: string;
  callbackUrl: string;
  locale: string;
  metadata: Record<string, string>;
  /** The payer agreed that the card is kept. Only then does the settlement have an `instrument`. */
  keep?: true;
}

/** A charge of a card that was kept before; `token` is that of its `KeptCard`. The payer's e-mail is not used. */
export interface KeptChargeRequest extends Omit<ChargeRequest, "keep" | "preAuthCode"> {
  method: "card";
  token: string;
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

/** What was really paid, as the rail reports it. The amount must be compared with the requested amount. */
export interface Settlement {
  railRef: string;
  amount: Money;
  /** The rail's fee, when the rail reports it. */
  fee?: Money;
  paidAt: Date;
  /** The rail does not report when it was paid: `paidAt` is when we learned of it. */
  isHeard?: boolean;
  /** The operator's or bank's own transaction id. */
  receipt?: string;
  method: Method;
  network?: string;
  payerPhone?: string;
  card?: { brand: string; last4: string; fingerprint?: string | undefined };
  /** The card as it was kept. Absent: it was not asked for, or this card cannot be kept. */
  instrument?: KeptCard;
}

/**
 * The engine, not the adapter, turns `not_found` into failed, and only when the attempt is older than 15 minutes. The
 * amount of `reversed` is all that the rail took back, without the refunds we requested: a part of the payment, or the
 * whole payment when the rail cannot tell.
 */
export type StatusResult =
  | { kind: "pending"; redirectUrl?: string }
  | { kind: "succeeded"; settlement: Settlement }
  | { kind: "failed"; failure: Failure }
  | { kind: "reversed"; settlement: Settlement }
  | { kind: "not_found" };

/** A payer's dispute at the bank, as far as the rail reports it. */
export interface RailDispute {
  /** The rail's own id of it. */
  ref: string;
  /** `accepted`: the seller's side gave in, which has the same effect as lost. */
  state: "open" | "won" | "lost" | "accepted";
  /** Absent: the whole payment. */
  amount?: Money;
  /** The rail's fee for it so far, in the currency in which it was charged. */
  fee?: Money;
  reason?: string;
  openedAt?: Date;
  /** The deadline for evidence. */
  dueAt?: Date;
}

/** A dispute, and our id of its payment as the rail stored it. */
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
   * `claim` counts as the rail's answer only when `auth` is "signed"; otherwise the status is read again. `dedupeKey`
   * is unique per logical event, so that a repeated delivery has the same one. A dispute is identified by its charge;
   * `dispute` is the content of the callback, and all disputes of the charge are then read from the rail.
   */
  events: {
    op: "charge" | "payout" | "refund" | "dispute_opened" | "dispute_won";
    ourId?: string;
    railRef?: string;
    dedupeKey: string;
    /** For a refund: our id of its payment, to be checked when we did not request that refund. */
    chargeId?: string;
    claim?: StatusResult;
    dispute?: RailDispute;
  }[];
  /** Kept cards that changed at the rail without a payment. Only from a signed callback. */
  cards?: CardChange[];
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
  /** Always set: a rail that does not report what is left would otherwise have to guess. */
  amount: Money;
  reason?: string;
}

/** The state of a payout or refund. `queued`: the rail holds it until a problem on its side is solved. */
export type TransferResult =
  | { kind: "pending"; railRef: string; queued?: boolean; uncertain?: boolean }
  | { kind: "succeeded"; railRef: string; receipt?: string; fee?: Money; at: Date }
  | { kind: "failed"; railRef?: string; failure: Failure }
  | { kind: "reversed"; railRef: string }
  | { kind: "not_found" };

/** A rail's own list of movements. The absence of an operation that is not in `holds` proves nothing. */
export interface Statement {
  holds: readonly MovementOp[];
  lines: StatementLine[];
}

/** `ourId`: of our attempt, refund or payout. Null where the rail names none, as for movements by others. */
export interface StatementLine {
  op: MovementOp;
  ourId: string | null;
  railRef: string;
  currency: string;
  /** Above zero: into the balance at the rail. Before the rail's fee. */
  minor: bigint;
  at: Date;
}
