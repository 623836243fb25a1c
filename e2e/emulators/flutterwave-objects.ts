import type { EmulatorAnswer, Planted } from "./emulator";

export interface Chargeback {
  id: number;
  txRef: string;
  transactionId: number;
  amount: number;
  status: "initiated" | "won" | "lost" | "accepted";
  createdMs: number;
}

export interface Transaction {
  id: number;
  txRef: string;
  amount: number;
  currency: string;
  status: string;
  response: string;
  type: string;
  phone: string;
  card: string;
  createdMs: number;
}

/** A page where a payer may pay; a transaction is made of it only then. */
export interface Page {
  txRef: string;
  json: Record<string, unknown>;
  wallet: Transaction | null;
}

export interface Transfer {
  id: number;
  reference: string;
  account: string;
  bank: string;
  amount: number;
  currency: string;
  status: string;
  message: string;
  needsApproval: boolean;
  createdMs: number;
}

export interface Refund {
  id: number;
  transactionId: string;
  amount: number;
  comments: string;
  status: string;
  createdMs: number;
}

export interface FlutterwaveBook {
  chargebacks: Chargeback[];
  /** Several may have one reference: Flutterwave does not mind. */
  transactions: Transaction[];
  pages: Map<string, Page>;
  transfers: Transfer[];
  refunds: Refund[];
  secretKey: string;
  webhookHash: string;
  callbackUrl: { current: string };
  planted: Planted;
}

/** What went well. */
export function said(message: string, data: unknown, meta?: unknown): EmulatorAnswer {
  return { status: 200, json: { status: "success", message, data, meta } };
}

/** What did not, in Flutterwave's own shape. */
export function refused(status: number, message: string): EmulatorAnswer {
  return { status, json: { status: "error", message, data: null } };
}

/** What each type of mobile money takes. */
export const types: Record<string, { currency: RegExp; phone: RegExp; network: RegExp }> = {
  mobile_money_uganda: { currency: /UGX/, phone: /^256\d{9}$/, network: /^(MTN|AIRTEL)$/ },
  mobile_money_rwanda: { currency: /RWF/, phone: /^250\d{9}$/, network: /^(MTN|AIRTEL)$/ },
  mobile_money_zambia: { currency: /ZMW/, phone: /^260\d{9}$/, network: /^(MTN|AIRTEL|ZAMTEL)$/ },
  mobile_money_ghana: { currency: /GHS/, phone: /^233\d{9}$/, network: /^(MTN|AIRTELTIGO|VODAFONE)$/ },
  mobile_money_tanzania: {
    currency: /TZS/,
    phone: /^255\d{9}$/,
    network: /^(HALOPESA|AIRTEL|TIGO|VODACOM)$/,
  },
  mobile_money_franco: { currency: /X[OA]F/, phone: /^2\d{10,12}$/, network: /^(WAVE|MTN|ORANGEMONEY)$/ },
  mpesa: { currency: /KES/, phone: /^254\d{9}$/, network: /^(SAFARICOM|AIRTEL)$/ },
};

/** What the last three digits of the number bring about. */
export const responses: Record<string, string> = {
  "019": "Transaction limit exceeded",
  "029": "The number is not registered",
  "039": "Request timed out, transaction not completed",
  "049": "Insufficient balance",
  "069": "DECLINE",
  "139": "Incorrect PIN entered",
  "149": "Transaction was cancelled by the user",
  "159": "Another transaction is in progress",
};

/** Calls back in a shape of its own. */
export type Tell = (body: unknown) => Promise<void>;

export const settleMs = 3_000;
export const perPage = 2;
