import type { TillPayment } from "@/lib/domain/till-payment";

/** A payment at the till, without the account: that is the one whose address it came to. */
export type TillSeen = Omit<TillPayment, "account">;

/** Where payers pay to an account unasked. */
export interface Till {
  /** `paybill`: the payer also types an account number. `till`: only the amount. `phone`: money is sent to a number. */
  kind: "paybill" | "till" | "phone";
  /** What the payer types. */
  number: string;
  /** False: nothing says that what is paid there reaches us, so payers are not told of it. */
  isHeard?: boolean;
  /**
   * Asks the rail whether this payment is true: for a rail whose callbacks prove nothing. Asked again after `later`. Absent:
   * callbacks are signed.
   */
  confirm?(seen: TillSeen): Promise<TillAnswer>;
}

/** `true`: as the rail knows it. `later`: it cannot say it yet. `cannot`: it never can, with the keys of this account. */
export type TillAnswer = { kind: "true"; seen: TillSeen } | { kind: "later" | "cannot" };

export type TillVerdict = "accept" | "unknown_number" | "wrong_amount";

/** Asked before money moves. */
export interface TillQuestion {
  payment: TillSeen;
  reply(verdict: TillVerdict): { status: number; body?: string };
}
