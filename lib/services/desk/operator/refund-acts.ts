import type { RefundRow } from "./list-refunds";

/** What an operator can decide about a refund of which the rail never says what became. */
export const refundActs = ["arrived", "not_arrived", "did_come_back"] as const;
export type RefundAct = (typeof refundActs)[number];

/** Where a refund stands for who runs the service. `unknown`: the rail was asked for 72 hours and never said. */
export type RefundHand = "unknown" | "under_way" | "done";

type Standing = Pick<RefundRow, "status" | "nextPollAt">;

export function refundHandOf({ status, nextPollAt }: Standing): RefundHand {
  if (status !== "queued" && status !== "sent") return "done";
  return nextPollAt === null ? "unknown" : "under_way";
}

interface RefundActRule {
  label: string;
  /** What it changes, word for word: shown before it is done and mailed to the owners after. */
  effect: string;
  /** Of the mail. */
  subject: string;
  action: string;
  /** How it is undone, or why it cannot be. */
  undo: string;
  /** What has to be seen before, asked for in the form. */
  evidence: string;
  applies(refund: Standing): boolean;
}

export const refundActRules: Record<RefundAct, RefundActRule> = {
  arrived: {
    label: "It arrived",
    effect:
      "The refund counts as arrived: the order says how much went back, the payer is told, and order.refunded is sent to webhooks.",
    subject: "has a refund that counts as arrived now",
    action: "refund.marked_arrived",
    undo: "You can undo this: “It came back” puts the money where it was before the refund.",
    evidence: "The provider’s own reference or receipt for it",
    applies: (refund) => refundHandOf(refund) === "unknown",
  },
  not_arrived: {
    label: "It did not arrive",
    effect:
      "The money is where it was before the refund, in the seller’s wallet with the fee as before, or set aside, and can be given back anew. Should the provider deliver it after all, the same money has gone back twice, and a task says so.",
    subject: "has a refund that did not arrive",
    action: "refund.marked_not_arrived",
    undo: "This cannot be undone: the money can be given back or paid out again at once.",
    evidence: "Where you saw that it did not arrive and will not: a reference, a date, a name",
    applies: (refund) => refundHandOf(refund) === "unknown",
  },
  did_come_back: {
    label: "It came back",
    effect:
      "The money is where it was before the refund, because the provider has it again: in the seller’s wallet with the fee as before, or set aside. The order says so, and order.refund_failed is sent to webhooks.",
    subject: "has a refund that came back",
    action: "refund.marked_came_back",
    undo: "This cannot be undone: the money can be given back or paid out again at once.",
    evidence: "The entry in our account that shows it back: a reference, a date",
    applies: ({ status }) => status === "paid",
  },
};
