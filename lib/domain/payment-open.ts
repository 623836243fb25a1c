/**
 * Thrown when no new attempt can begin: another payment for the same thing is open, and two prompts can be two debits.
 * It carries only what this visitor may know: only the browser that began the open payment gets its page.
 */
export class PaymentOpen extends Error {
  constructor(readonly open: OpenPayment) {
    super("Another payment for the same thing is open.");
    this.name = "PaymentOpen";
  }
}

export interface OpenPayment {
  /**
   * `yours`: this browser began it, with another amount or another way to pay. `invoice`: someone else with the link is
   * paying the same invoice. `number`: a payment is open on the number that was typed. `hidden`: this visitor may not
   * know who pays, nor how much.
   */
  kind: "yours" | "invoice" | "number" | "hidden";
  /** Of `yours`: its page. */
  token: string | null;
  /** Of `yours` and `invoice`. */
  amount: { minor: bigint; currency: string } | null;
  /** With its middle hidden; null for a card, and where this visitor may not know it. */
  phone: string | null;
  /** When another attempt may begin; null when that is not known yet. */
  endsAt: Date | null;
}
