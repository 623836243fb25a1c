import type { TillPayment } from "@/lib/domain/till-payment";

/** A payment at the till, without the account: that is the one whose address it came to. */
export type TillSeen = Omit<TillPayment, "account">;

/** Where payers pay to an account unasked. */
export interface Till {
  /** `paybill`: the payer also types an account number. `till`: only the amount. */
  kind: "paybill" | "till";
  /** What the payer types. */
  number: string;
  /**
   * Asks the rail whether this payment is true, and returns it as the rail knows it: for a rail whose callbacks prove nothing.
   * Null: there is no such payment. Throws where the rail cannot say it now.
   */
  confirm?(seen: TillSeen): Promise<TillSeen | null>;
}

export type TillVerdict = "accept" | "unknown_number" | "wrong_amount";

/** Asked before money moves. */
export interface TillQuestion {
  payment: TillSeen;
  reply(verdict: TillVerdict): { status: number; body?: string };
}
