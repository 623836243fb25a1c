import type { StoreRow } from "@/lib/db/rows";
import { percent } from "@/lib/domain/fees";

/** What an operator can do to a store beside its plan. */
export const storeActs = [
  "suspend",
  "restore",
  "block_developer_access",
  "allow_developer_access",
  "verify",
  "reject",
  "check_again",
] as const;
export type StoreAct = (typeof storeActs)[number];

type Change = Partial<
  Pick<
    StoreRow,
    | "status"
    | "suspendedAt"
    | "suspendedReason"
    | "developerAccessBlockedAt"
    | "developerAccessReason"
    | "verificationStatus"
    | "verificationReason"
  >
>;

interface ActRule {
  /** The button. */
  label: string;
  /** What it changes, word for word: shown before it is done and mailed to the owner after. */
  effect: string;
  /** Of the mail: the store's name comes before it. */
  subject: string;
  /** How the log of acts names it. */
  action: string;
  undo: StoreAct;
  /** Takes something away, so its button is red. */
  isHarsh: boolean;
  applies(store: Pick<StoreRow, "status" | "developerAccessBlockedAt" | "verificationStatus">): boolean;
  change(now: Date, reason: string): Change;
}

/** One row an act. Payments under way when a store is suspended still count: their payers have approved them. */
export const actRules: Record<StoreAct, ActRule> = {
  suspend: {
    label: "Suspend the store",
    effect:
      "The API answers 403 store_suspended. Hosted pages stop taking payments. Subscribers keep paid access. Payouts are paused and the money stays in the wallet. Webhooks wait and can be sent again later; renewal reminders are not sent.",
    subject: "is suspended",
    action: "store.suspended",
    undo: "restore",
    isHarsh: true,
    applies: ({ status }) => status === "active",
    change: (now, reason) => ({ status: "suspended", suspendedAt: now, suspendedReason: reason }),
  },
  restore: {
    label: "Restore the store",
    effect:
      "The API answers again. Hosted pages take payments again. Payouts are possible again, and those that waited go out. Webhooks that waited can be sent from the event log.",
    subject: "is restored",
    action: "store.restored",
    undo: "suspend",
    isHarsh: false,
    applies: ({ status }) => status === "suspended",
    change: () => ({ status: "active", suspendedAt: null, suspendedReason: null }),
  },
  block_developer_access: {
    label: "Block developer access",
    effect:
      "The API answers 403 developer_access_blocked to live and test keys. No webhooks are sent; they wait and can be sent again later. Hosted pages, payments and payouts go on. The event log can still be read.",
    subject: "has no developer access now",
    action: "store.developer_access_blocked",
    undo: "allow_developer_access",
    isHarsh: true,
    applies: ({ developerAccessBlockedAt }) => developerAccessBlockedAt === null,
    change: (now, reason) => ({ developerAccessBlockedAt: now, developerAccessReason: reason }),
  },
  allow_developer_access: {
    label: "Allow developer access",
    effect:
      "The API answers again with the keys that exist. New webhooks are sent; those that waited can be sent from the event log.",
    subject: "has developer access again",
    action: "store.developer_access_allowed",
    undo: "block_developer_access",
    isHarsh: false,
    applies: ({ developerAccessBlockedAt }) => developerAccessBlockedAt !== null,
    change: () => ({ developerAccessBlockedAt: null, developerAccessReason: null }),
  },
  verify: {
    label: "Verify the seller",
    effect: "The store can pay out what is available in its wallet. Nothing else changes.",
    subject: "is verified",
    action: "store.verified",
    undo: "check_again",
    isHarsh: false,
    applies: ({ verificationStatus }) => verificationStatus !== "verified",
    change: () => ({ verificationStatus: "verified", verificationReason: null }),
  },
  reject: {
    label: "Reject the seller",
    effect:
      "The store cannot ask for payouts. It goes on taking payments, and the money stays in its wallet. Payouts that were asked for before go on.",
    subject: "could not be verified",
    action: "store.rejected",
    undo: "check_again",
    isHarsh: true,
    applies: ({ verificationStatus }) => verificationStatus !== "rejected",
    change: (_now, reason) => ({ verificationStatus: "rejected", verificationReason: reason }),
  },
  check_again: {
    label: "Take the decision back",
    effect:
      "The seller counts as being checked. Until you decide, the store cannot ask for payouts; it goes on taking payments.",
    subject: "is being checked again",
    action: "store.verification_reopened",
    undo: "verify",
    isHarsh: false,
    applies: ({ verificationStatus }) =>
      verificationStatus === "verified" || verificationStatus === "rejected",
    change: (_now, reason) => ({ verificationStatus: "pending", verificationReason: reason }),
  },
};

interface PlanTerms {
  name: string;
  includesApi: boolean;
  feePpm: number;
  payoutFeePpm: number;
}

/** What moving a store from one plan to another changes, word for word. */
export function planEffect(from: PlanTerms, to: PlanTerms): string {
  const api =
    from.includesApi === to.includesApi
      ? to.includesApi
        ? "The API stays included."
        : "The API is still not included."
      : to.includesApi
        ? "The API answers again with the keys that exist, and new webhooks are sent."
        : "The API answers 402 plan_required. No webhooks are sent; they wait and can be sent again later. Hosted pages go on taking payments.";
  return [
    api,
    feeSentence("each new payment", from.feePpm, to.feePpm),
    feeSentence("each new payout", from.payoutFeePpm, to.payoutFeePpm),
  ].join(" ");
}

function feeSentence(what: string, fromPpm: number, toPpm: number): string {
  if (fromPpm === toPpm) return `The fee on ${what} stays ${percent(toPpm)}.`;
  return `The fee on ${what} becomes ${percent(toPpm)} (now ${percent(fromPpm)}).`;
}
