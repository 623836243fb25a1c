/**
 * Why a press begins nothing: another payment for the same thing is open, and two prompts can be two debits. Says of it
 * only what whoever pressed may know; its page is known to the browser that began it alone.
 */
export class PaymentOpen extends Error {
  constructor(readonly open: OpenPayment) {
    super("Another payment for the same thing is open.");
    this.name = "PaymentOpen";
  }
}

export interface OpenPayment {
  /**
   * `yours`: this browser began it, for another amount or another way to pay. `invoice`: somebody else pays the invoice
   * that both hold the link of. `number`: it is asked for on the number that was typed. `hidden`: whose it is, and how
   * much, is nobody's business here.
   */
  kind: "yours" | "invoice" | "number" | "hidden";
  /** Of `yours`: its page. */
  token: string | null;
  /** Of `yours` and `invoice`. */
  amount: { minor: bigint; currency: string } | null;
  /** With its middle hidden; null for a card, and where it is not to be known. */
  phone: string | null;
  /** When another may begin; null when that is not known yet. */
  endsAt: Date | null;
}
