import type { Transfers } from "./paystack-transfers";
import type { Planted } from "./planted";

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
  returnUrl: string;
  metadata: unknown;
  createdMs: number;
  paidMs: number | null;
}

export interface PaystackBook extends Transfers {
  disputes: Dispute[];
  transactions: Map<string, Transaction>;
  secretKey: string;
  callbackUrl: { current: string };
  planted: Planted;
}
