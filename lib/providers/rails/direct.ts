import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Money } from "@/lib/domain/money";
import type { TillSeen } from "./till";

/** What came of setting something up at the provider. */
export type SetUp = { kind: "done" | "already" | "unsure" } | { kind: "refused"; railCode: string };

/** A picture that a payer scans; PNG in base64. */
export type PayCode = { png: string } | null;

export interface PayCodeRequest {
  name: string;
  /** What the payment is known by, up to 12 letters and digits. */
  reference: string;
  amount: Money;
}

export type Frequency =
  | "day"
  | "week"
  | "two_weeks"
  | "month"
  | "two_months"
  | "quarter"
  | "half_year"
  | "year";

/** Payments that a network makes by itself, for those who have a contract for them. */
export interface StandingOrders {
  /** What the network has. */
  every: readonly Frequency[];
  /** Asks the payer once. Afterwards the network pays by itself, and each payment arrives as any other at the till. */
  ask(request: StandingOrderRequest): Promise<StandingOrderResult>;
}

export interface StandingOrderRequest {
  /** UUIDv4, committed before the call. */
  id: string;
  /** One for each payer at the network. */
  name: string;
  phone: string;
  amount: Money;
  every: Frequency;
  first: Date;
  last: Date;
  /** Each payment of it arrives with this reference, up to 12 letters and digits. */
  reference: string;
}

/** The payer was asked, or was not. Only the payer can stop an order, at the network. */
export type StandingOrderResult =
  | { kind: "asked"; uncertain?: boolean }
  | ({ kind: "refused" } & OrderRefusal);

/** Why there is none: in our words, and in the network's. */
export interface OrderRefusal {
  reason: FailureReason;
  railCode: string;
}

/** What became of asking the payer. */
export type OrderNews = { id: string } & (
  | { isActive: true; railRef?: string }
  | ({ isActive: false } & OrderRefusal)
);

/** What a rail can do beside charging: payments that payers begin themselves. */
export interface DirectPayments {
  /** Has payments that begin at the network told to us; once for a short code. */
  register(): Promise<SetUp>;
  /** Has the list of payments switched on, once. Absent: nothing is known of a list. */
  registerList?(): Promise<SetUp>;
  payCode(request: PayCodeRequest): Promise<PayCode>;
  /** Whether a payment carries the reference that we gave this attempt. If so, it is known when its status is read next. */
  names(payment: TillSeen, attemptId: string): boolean;
  /** Everything that was paid in a period, by prompt too, as far back as the list goes. Throws. Absent: there is no list. */
  arrived?(range: { from: Date; to: Date }): Promise<TillSeen[]>;
  /** Absent: no contract for them. */
  standingOrders?: StandingOrders;
}
