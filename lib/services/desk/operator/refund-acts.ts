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
  action: string;
  applies(refund: Standing): boolean;
}

export const refundActRules: Record<RefundAct, RefundActRule> = {
  arrived: {
    action: "refund.marked_arrived",
    applies: (refund) => refundHandOf(refund) === "unknown",
  },
  not_arrived: {
    action: "refund.marked_not_arrived",
    applies: (refund) => refundHandOf(refund) === "unknown",
  },
  did_come_back: {
    action: "refund.marked_came_back",
    applies: ({ status }) => status === "paid",
  },
};
