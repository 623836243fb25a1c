import type { StoreRow } from "@/lib/db/rows";
import { percent } from "@/lib/domain/fees";
import { type Said, said } from "@/lib/text/mail";

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
    action: "store.suspended",
    undo: "restore",
    isHarsh: true,
    applies: ({ status }) => status === "active",
    change: (now, reason) => ({ status: "suspended", suspendedAt: now, suspendedReason: reason }),
  },
  restore: {
    action: "store.restored",
    undo: "suspend",
    isHarsh: false,
    applies: ({ status }) => status === "suspended",
    change: () => ({ status: "active", suspendedAt: null, suspendedReason: null }),
  },
  block_developer_access: {
    action: "store.developer_access_blocked",
    undo: "allow_developer_access",
    isHarsh: true,
    applies: ({ developerAccessBlockedAt }) => developerAccessBlockedAt === null,
    change: (now, reason) => ({ developerAccessBlockedAt: now, developerAccessReason: reason }),
  },
  allow_developer_access: {
    action: "store.developer_access_allowed",
    undo: "block_developer_access",
    isHarsh: false,
    applies: ({ developerAccessBlockedAt }) => developerAccessBlockedAt !== null,
    change: () => ({ developerAccessBlockedAt: null, developerAccessReason: null }),
  },
  verify: {
    action: "store.verified",
    undo: "check_again",
    isHarsh: false,
    applies: ({ verificationStatus }) => verificationStatus !== "verified",
    change: () => ({ verificationStatus: "verified", verificationReason: null }),
  },
  reject: {
    action: "store.rejected",
    undo: "check_again",
    isHarsh: true,
    applies: ({ verificationStatus }) => verificationStatus !== "rejected",
    change: (_now, reason) => ({ verificationStatus: "rejected", verificationReason: reason }),
  },
  check_again: {
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

/** What moving a store from one plan to another changes: on the page before, and in the mail after. */
export function planEffect(from: PlanTerms, to: PlanTerms): Said {
  const fees = (before: number, after: number) => ({ from: percent(before), to: percent(after) });
  return said("plan_effect", {
    api: said(apiKey(from.includesApi, to.includesApi)),
    fee:
      from.feePpm === to.feePpm
        ? said("plan_feeStays", { to: percent(to.feePpm) })
        : said("plan_feeBecomes", fees(from.feePpm, to.feePpm)),
    payoutFee:
      from.payoutFeePpm === to.payoutFeePpm
        ? said("plan_payoutFeeStays", { to: percent(to.payoutFeePpm) })
        : said("plan_payoutFeeBecomes", fees(from.payoutFeePpm, to.payoutFeePpm)),
  });
}

function apiKey(before: boolean, after: boolean) {
  if (before === after) return after ? "plan_apiStays" : "plan_apiStaysOut";
  return after ? "plan_apiComes" : "plan_apiGoes";
}
