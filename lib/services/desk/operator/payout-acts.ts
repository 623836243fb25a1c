import type { PayoutRow } from "@/lib/db/rows";

/** What an operator can decide about a payout that the rail cannot or did not. */
export const payoutActs = ["paid", "returned", "came_back"] as const;
export type PayoutAct = (typeof payoutActs)[number];

/** Where a payout stands for who runs the service. */
export type PayoutHand =
  /** The rail was asked for 72 hours and never said whether it arrived. */
  | "unknown"
  /** The rail refused it for want of money in our account or of an approval; nobody has the money. */
  | "refused"
  /** Not sent yet: our account does not cover it, or the store is suspended. */
  | "waiting"
  /** The rail has it, and is asked by itself. */
  | "under_way"
  | "done";

export function handOf(payout: Pick<PayoutRow, "status" | "failureReason" | "nextPollAt">): PayoutHand {
  const { status, failureReason, nextPollAt } = payout;
  if (status === "requested") return failureReason === null ? "waiting" : "refused";
  if (status !== "sent") return "done";
  return nextPollAt === null ? "unknown" : "under_way";
}

interface PayoutActRule {
  label: string;
  /** What it changes, word for word: shown before it is done and mailed to the owner after. */
  effect(payout: Pick<PayoutRow, "status">): string;
  /** Of the mail. */
  subject: string;
  action: string;
  /** How it is undone, or why it cannot be. */
  undo: string;
  /** What has to be seen before, asked for in the form; null where nothing has left us. */
  evidence(payout: Pick<PayoutRow, "status">): string | null;
  applies(payout: Pick<PayoutRow, "status" | "failureReason" | "nextPollAt">): boolean;
}

const afterAll =
  "Should the provider deliver it after all, the same money has gone out twice, and a task says so.";

export const payoutActRules: Record<PayoutAct, PayoutActRule> = {
  paid: {
    label: "Mark as paid",
    effect: () =>
      "The payout counts as arrived: the seller reads so, payout.paid is sent to webhooks, and the money is no longer in the seller’s wallet nor on its way.",
    subject: "has a payout that counts as paid now",
    action: "payout.marked_paid",
    undo: "You can undo this: “It came back” puts amount and fee into the wallet again.",
    evidence: () => "The provider’s own reference or receipt for it",
    applies: (payout) => handOf(payout) === "unknown",
  },
  returned: {
    label: "Return it to the wallet",
    effect: ({ status }) =>
      `Amount and fee are in the seller’s wallet again and can be paid out anew; payout.failed is sent to webhooks. ${status === "requested" ? "Nothing has left our account for it." : afterAll}`,
    subject: "has a payout back in its wallet",
    action: "payout.marked_returned",
    undo: "This cannot be undone: the money is the seller’s to pay out again at once.",
    evidence: ({ status }) =>
      status === "requested"
        ? null
        : "Where you saw that it did not arrive and will not: a reference, a date, a name",
    applies: (payout) => ["unknown", "refused", "waiting"].includes(handOf(payout)),
  },
  came_back: {
    label: "It came back",
    effect: () =>
      "Amount and fee are in the seller’s wallet again, because the account that was paid sent the money back to ours; payout.failed is sent to webhooks.",
    subject: "has a payout back in its wallet",
    action: "payout.marked_came_back",
    undo: "This cannot be undone: the money is the seller’s to pay out again at once.",
    evidence: () => "The entry in our account that shows it back: a reference, a date",
    applies: ({ status }) => status === "paid",
  },
};
