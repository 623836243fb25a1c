import type { StoreRow } from "@/lib/db/rows";
import { feeText, type PlanFees, payoutFeeText } from "@/lib/domain/fees";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { NewAuditEntry, Unit, World } from "@/lib/services/core/world";
import type { Proof } from "@/lib/services/people/accounts/confirm-person";
import { type Fee, type Said, said } from "@/lib/text/mail";
import { confirmOperator, notifyOwners, type Operator, requireOperator, requireReason } from "./operator";

/**
 * Suspends, restores, blocks, allows, verifies or rejects a store, with a reason, in the audit log and by mail to the
 * owners. If the store is in that state already, nothing happens and nobody is notified. Needs the operator's password.
 * Throws NotAllowed, NotFound, or Invalid on `reason`, `password` or `code`.
 */
export async function actOnStore(
  world: World,
  operator: Operator,
  input: Proof & { storeId: number; act: StoreAct; reason: string },
): Promise<{ changed: boolean }> {
  const rule = actRules[input.act];
  await confirmOperator(world, operator, input);
  return transact(world, async (unit) => {
    const { email: contact } = await requireOperator(unit.tx, operator);
    const reason = requireReason(input.reason);
    const store = await lockStore(unit, input.storeId);
    if (!rule.applies(store)) return { changed: false };
    const change = rule.change(unit.now, reason);
    await unit.tx.store.update({ where: { id: store.id }, data: { ...change, updatedAt: unit.now } });
    await auditStore(unit, operator, store, { action: rule.action, reason });
    const key = `${rule.action}/${store.id}/${unit.now.getTime()}`;
    await notifyOwners(world, unit, store, {
      act: said(`acted.${input.act}`, { store: store.name }),
      effect: said(`act_${input.act}_effect`),
      ...{ key, template: rule.action, reason, contact },
    });
    if (input.act === "restore") await releasePayouts(unit, store.id);
    return { changed: true };
  });
}

/** Moves a store to another plan. Its fees apply to later payments. Throws as `actOnStore`, and Invalid on `plan`. */
export async function changePlan(
  world: World,
  operator: Operator,
  input: Proof & { storeId: number; planCode: string; reason: string },
): Promise<{ changed: boolean }> {
  await confirmOperator(world, operator, input);
  return transact(world, async (unit) => {
    const { email: contact } = await requireOperator(unit.tx, operator);
    const store = await lockStore(unit, input.storeId);
    const to = await unit.tx.plan.findUnique({ where: { code: input.planCode } });
    if (!to) throw new Invalid({ plan: [say("choose_plan")] });
    const reason = requireReason(input.reason);
    if (store.planCode === to.code) return { changed: false };
    const from = await unit.tx.plan.findUniqueOrThrow({ where: { code: store.planCode } });
    await unit.tx.store.update({
      where: { id: store.id },
      data: { planCode: to.code, updatedAt: unit.now },
    });
    const details = { from: from.code, to: to.code };
    await auditStore(unit, operator, store, { action: "store.plan_changed", reason, details });
    await notifyOwners(world, unit, store, {
      key: `store.plan_changed/${store.id}/${unit.now.getTime()}`,
      template: "store.plan_changed",
      act: said("acted.plan", { store: store.name, plan: to.name }),
      effect: planEffect(from, to, store.currency),
      reason,
      contact,
    });
    return { changed: true };
  });
}

/** Serialises concurrent acts of operators. */
async function lockStore(unit: Unit, id: number): Promise<StoreRow> {
  await unit.tx.$queryRaw`SELECT 1 FROM stores WHERE id = ${id} FOR NO KEY UPDATE`;
  const store = await unit.tx.store.findUnique({ where: { id } });
  if (!store) throw new NotFound();
  return store;
}

function auditStore(
  unit: Unit,
  { actor }: Operator,
  { id: storeId, accountId }: StoreRow,
  entry: Omit<NewAuditEntry, "target">,
): Promise<void> {
  return unit.audit({ actor, accountId, storeId }, { ...entry, target: `store:${storeId}` });
}

/** Sends the waiting payouts of the store, except those that the rail refused for good. */
async function releasePayouts(unit: Unit, storeId: number): Promise<void> {
  const { count } = await unit.tx.payout.updateMany({
    where: { storeId, status: "requested", failureReason: null },
    data: { nextPollAt: unit.now },
  });
  if (count > 0) unit.wake("transfers");
}

/** The acts of an operator on a store, besides its plan. */
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

interface ActRule {
  /** Its name in the audit log. */
  action: string;
  undo: StoreAct;
  /** It restricts the store, so its button is red. */
  isHarsh: boolean;
  applies(store: Pick<StoreRow, "status" | "developerAccessBlockedAt" | "verificationStatus">): boolean;
  change(now: Date, reason: string): Partial<Omit<StoreRow, "id">>;
}

/**
 * One row for each act. Payments under way when a store is suspended are still credited: their payers have approved
 * them.
 */
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

interface PlanTerms extends PlanFees {
  name: string;
  includesApi: boolean;
}

/** The effect of moving a store of this currency between two plans: shown before the act, and mailed after it. */
export function planEffect(from: PlanTerms, to: PlanTerms, currency: string): Said {
  const [fee, feeNow] = feesOf("payment", [to, from], currency);
  const [payout, payoutNow] = feesOf("payout", [to, from], currency);
  return said("plan_effect", {
    api: said(apiKey(from.includesApi, to.includesApi)),
    fee: isSameFee(fee, feeNow)
      ? said("plan_feeStays", { to: fee })
      : said("plan_feeBecomes", { from: feeNow, to: fee }),
    payoutFee: isSameFee(payout, payoutNow)
      ? said("plan_payoutFeeStays", { to: payout })
      : said("plan_payoutFeeBecomes", { from: payoutNow, to: payout }),
  });
}

function feesOf(feeOn: Fee["feeOn"], [to, from]: [PlanFees, PlanFees], currency: string): [Fee, Fee] {
  return [
    { feeOn, plan: to, currency },
    { feeOn, plan: from, currency },
  ];
}

/** Fees that read the same are the same. */
function isSameFee(one: Fee, other: Fee): boolean {
  const text = one.feeOn === "payment" ? feeText : payoutFeeText;
  return text(one.plan, one.currency, "en") === text(other.plan, other.currency, "en");
}

function apiKey(before: boolean, after: boolean) {
  if (before === after) return after ? "plan_apiStays" : "plan_apiStaysOut";
  return after ? "plan_apiComes" : "plan_apiGoes";
}
