import type { EmulatorAnswer, Planted } from "./emulator";

export interface Dispute {
  id: number;
  reference: string;
  refundAmount: number;
  currency: string;
  status: "awaiting-merchant-feedback" | "resolved";
  resolution: "declined" | "merchant-accepted" | null;
  createdMs: number;
}

export interface Transaction {
  id: number;
  reference: string;
  status: string;
  message: string | null;
  amount: number;
  currency: string;
  channel: "card" | "mobile_money";
  phone: string;
  card: string;
  email: string;
  /** The code of its card, once it is paid. */
  authorization: string;
  returnUrl: string;
  /** The payer is asked at a page. */
  hasPage: boolean;
  metadata: unknown;
  createdMs: number;
  paidMs: number | null;
}

export interface Transfer {
  reference: string;
  status: string;
  reason: string;
  amount: number;
  currency: string;
  code: string;
  createdMs: number;
}

export interface Refund {
  id: number;
  transaction: string;
  note: string;
  amount: number;
  status: string;
  createdMs: number;
}

export interface PaystackBook {
  disputes: Dispute[];
  transactions: Map<string, Transaction>;
  authorizations: Map<string, Authorization>;
  /** The account of each recipient, by its code. */
  recipients: Map<string, string>;
  transfers: Map<string, Transfer>;
  refunds: Map<string, Refund>;
  secretKey: string;
  callbackUrl: { current: string };
  planted: Planted;
  /** Of its own account: GET /subscription lists them. */
  subscriptions: PlantedSubscription[];
}

/** A card that was paid with once, under a code of its own. */
export interface Authorization {
  code: string;
  card: string;
  email: string;
  isActive: boolean;
}

/** A subscription of a seller's own account, as GET /subscription lists it. */
export interface PlantedSubscription {
  code: string;
  email: string;
  plan: string;
  amount: number;
  currency: string;
  status: string;
  createdAt: string;
  nextPaymentAt: string | null;
}

/** What went well. */
export function said(message: string, data: unknown): EmulatorAnswer {
  return { status: 200, json: { status: true, message, data } };
}

/** What did not, in Paystack's own shape. */
export function refused(
  status: number,
  message: string,
  type = "validation_error",
  code = "invalid_params",
): EmulatorAnswer {
  return { status, json: { status: false, message, meta: { nextStep: "Look at the request" }, type, code } };
}

/** What the last three digits of the number bring about. */
export const walletMessages: Record<string, string> = {
  "019": "Transaction limit exceeded",
  "029": "This number is not registered for mobile money",
  "039": "Payment timed out: it was not completed",
  "049": "Insufficient funds",
  "069": "Something went wrong",
  "139": "Incorrect PIN",
  "149": "The customer cancelled the payment",
  "159": "Another payment is in progress",
};

/** What a card brings about; any other number pays. */
export const cardMessages: Record<string, string> = {
  "4084080000005408": "Declined",
  "4084080000670037": "Insufficient Funds",
};

export type Notify = (event: string, data: unknown) => Promise<void>;

export const settleMs = 3_000;
