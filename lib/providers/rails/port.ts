import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Money } from "@/lib/domain/money";
import type { AccountKey } from "@/lib/domain/rail-account";
import type { Problem } from "@/lib/domain/refusal";
import type { DirectPayments, OrderNews } from "./direct";
import type { PhoneHeard, PhoneOf } from "./heard";
import type { CardChange, ForgetResult, KeptCard } from "./kept-card";
import type { DisputesResult, FoundDispute, RailDispute, Statement } from "./reports";
import type { Till, TillQuestion, TillSeen } from "./till";

export type { CardChange, ForgetResult, KeptCard } from "./kept-card";
export type { DisputesResult, FoundDispute, RailDispute, Statement, StatementLine } from "./reports";

/**
 * A payment rail as the service needs it. Its laws, checked by the contract suite: a timeout, a 5xx or an unreadable answer
 * throws nothing and is `pending` + `uncertain`; only a definite answer is `failed`; an unknown word is `pending`; the same id
 * sent twice is one charge; amounts are never rounded. Only `networks`, `banks`, `balance`, `holdings` and `statement` throw.
 */
export interface PaymentRail {
  readonly id: AccountKey<RailId>;
  readonly capabilities: Capabilities;
  /** Where its callbacks go. Absent: the rail's plain address. */
  readonly callbackUrl?: string;
  /** Payers may pay to it unasked, at a till or by a paybill. Only an account of a store's own has one. */
  readonly till?: Till;
  /** A phone of the seller's, which tells what its network tells it. Only an account of a store's own. */
  readonly phone?: PhoneOf;
  networks(query: { country?: string; op: "charge" | "payout" }): Promise<NetworkInfo[]>;
  /** Whether it does this in this country and currency; for cards and banks, which have no networks. Absent: always. */
  reaches?(way: Way): boolean;
  charge(request: ChargeRequest): Promise<ChargeResult>;
  /**
   * Charges a kept card while the payer is away. `requires_redirect`: the bank asks for the payer; this very charge is
   * finished at that address, or ends without money. After `failed`, `cardRetry` of the reason says what is next. As with
   * `charge`: committed first, sent once, after doubt only `chargeStatus`. Where `keeps` is not empty, with `forget`.
   */
  chargeKept?(request: KeptChargeRequest): Promise<ChargeResult>;
  /** Gives a kept card back: the rail accepts no other charge of it. */
  forget?(token: string): Promise<ForgetResult>;
  submitInput?(ref: { attemptId: string; railRef: string }, value: string): Promise<ChargeResult>;
  /**
   * `paid`: our records say it was paid, so the rail also looks for money that has gone back since. `asked`: what was
   * asked for, and when, for a rail that does not say it again.
   */
  chargeStatus(ref: {
    attemptId: string;
    railRef?: string;
    paid?: boolean;
    asked?: { amount: Money; at: Date };
  }): Promise<StatusResult>;
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
  balance?(): Promise<Held[]>;
  /** Everything that the rail holds for us, over all its accounts; used where the rail has no list. */
  holdings?(): Promise<Money[]>;
  /** All movements in a period, from the rail's own list. Absent where its API has none. */
  statement?(range: { from: Date; to: Date }): Promise<Statement>;
  /** Absent: nothing comes that we did not ask for. */
  direct?: DirectPayments;
  health(): Promise<{ ok: boolean; detail?: Problem }>;
}

export type RailId =
  | "sandbox"
  | "pawapay"
  | "flutterwave"
  | "paystack"
  | "stripe"
  | "mtn_momo"
  | "mpesa"
  | "airtel"
  | "wave"
  | "phone";
export type Method = "mobile_money" | "card" | "bank";

/** What a rail holds. `at`: when it told it, where that was not just now. */
export type Held = Money & { at?: Date };

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
  /** What was paid at the till, and a question before money moves: its answer is the reply. */
  till?: readonly TillSeen[];
  asked?: TillQuestion;
  /** What a phone heard. */
  heard?: PhoneHeard;
  /** A standing order that its payer took or refused. */
  order?: OrderNews;
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
  /** What our books say of the payment, for a rail that keeps too little of it. `back`: went back in other refunds. */
  payment?: { amount: Money; back: Money; receipt?: string; phone?: string };
}

/**
 * The state of a payout or refund. `queued`: the rail holds it until a problem on its side is solved. `mayRepeat`: nobody
 * can tell whether the rail has it, and the same id sent again is one transfer all the same.
 */
export type TransferResult =
  | { kind: "pending"; railRef: string; queued?: boolean; uncertain?: boolean; mayRepeat?: boolean }
  | { kind: "succeeded"; railRef: string; receipt?: string; fee?: Money; at: Date }
  | { kind: "failed"; railRef?: string; failure: Failure }
  | { kind: "reversed"; railRef: string }
  | { kind: "not_found" };
