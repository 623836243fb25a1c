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
  action: string;
  /** Whether something has to be seen before; not where nothing has left us. */
  needsEvidence(payout: Pick<PayoutRow, "status">): boolean;
  applies(payout: Pick<PayoutRow, "status" | "failureReason" | "nextPollAt">): boolean;
}

export const payoutActRules: Record<PayoutAct, PayoutActRule> = {
  paid: {
    action: "payout.marked_paid",
    needsEvidence: () => true,
    applies: (payout) => handOf(payout) === "unknown",
  },
  returned: {
    action: "payout.marked_returned",
    needsEvidence: ({ status }) => status !== "requested",
    applies: (payout) => ["unknown", "refused", "waiting"].includes(handOf(payout)),
  },
  came_back: {
    action: "payout.marked_came_back",
    needsEvidence: () => true,
    applies: ({ status }) => status === "paid",
  },
};
