import type { Transfers } from "./flutterwave-transfers";
import type { Planted } from "./planted";

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

export interface FlutterwaveBook extends Transfers {
  chargebacks: Chargeback[];
  /** Several may have one reference: Flutterwave does not mind. */
  transactions: Transaction[];
  pages: Map<string, Page>;
  secretKey: string;
  webhookHash: string;
  callbackUrl: { current: string };
  planted: Planted;
}
