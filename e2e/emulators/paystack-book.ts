import type { PlantedSubscription } from "./paystack-subscriptions";
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

export interface PaystackBook extends Transfers {
  disputes: Dispute[];
  transactions: Map<string, Transaction>;
  authorizations: Map<string, Authorization>;
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
