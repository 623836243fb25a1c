import type { Tx } from "@/lib/db/client";
import type { PlanRow, StoreRow } from "@/lib/db/rows";
import { feeText, payoutFeeText } from "@/lib/domain/fees";
import { Invalid, requireNone, say } from "@/lib/domain/refusal";
import { textProblem } from "@/lib/domain/text";
import { operatorsToMail, placeOf, queueMail } from "@/lib/services/core/queue-mail";
import type { Unit, World } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";
import { messageLanguage } from "@/lib/services/notify/messages/notices";
import { notify } from "@/lib/services/notify/messages/notify";
import { confirmPerson, type Proof } from "@/lib/services/people/accounts/confirm-person";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { type Said, said } from "@/lib/text/mail";

/** A signed-in operator. Their permission is read from the database with every act. */
export interface Operator {
  userId: number;
  /** For the audit log: `user:12`. */
  actor: string;
}

/** Every verb of this folder calls this first. Throws NotAllowed for a person who is not an operator (any more). */
export async function requireOperator(
  tx: Pick<Tx, "user">,
  operator: Operator,
): Promise<{ name: string; email: string }> {
  const user = await tx.user.findUnique({
    where: { id: operator.userId },
    select: { isOperator: true, name: true, email: true },
  });
  if (!user?.isOperator) throw new NotAllowed(say("operators_only"));
  return user;
}

/**
 * Verifies an operator before an act on another's money or store: their identity and a reason. An empty password field
 * does not count as a try. Throws NotAllowed, or Invalid on `reason`, `password` or `code`.
 */
export async function confirmOperator(
  world: World,
  operator: Operator,
  input: Proof & { reason: string },
): Promise<void> {
  await requireOperator(world.db, operator);
  requireReason(input.reason);
  if (input.password === "") throw new Invalid({ password: [say("password")] });
  await confirmPerson(world, operator.userId, input);
}

/** The reason of an act, as the owners and the audit log show it. Throws Invalid on `reason`. */
export function requireReason(typed: string): string {
  return requireText("reason", typed, 500);
}

/** The evidence for a manual decision about money. Throws Invalid on `evidence`. */
export function requireEvidence(typed: string): string {
  return requireText("evidence", typed, 200);
}

function requireText(field: "reason" | "evidence", typed: string, max: number): string {
  const text = typed.trim();
  requireNone({ [field]: text === "" ? say(field) : textProblem(text, max) });
  return text;
}

/**
 * Mails every owner of the store what was done to it, the reason and the effect, in the transaction of the act. `key`
 * names the act, so that each owner gets one mail.
 */
export async function notifyOwners(
  world: World,
  unit: Unit,
  { id: storeId, accountId }: StoreRow,
  told: { key: string; template: string; act: Said; effect: Said | Said[]; reason: string; contact: string },
): Promise<void> {
  const { key, template, ...values } = told;
  await mailOwners(
    unit,
    { storeId, accountId },
    {
      kind: "acted",
      template,
      values: { ...placeOf(world), ...values },
      objectId: `store/${storeId}`,
      dedupeKey: key,
    },
  );
}

/** Notifies the owners of the stores on this plan, of one currency or all, of its new terms in their own language. */
export async function notifyPlanChanged(
  world: World,
  unit: Unit,
  plan: PlanRow,
  reason: string,
  currency?: string,
): Promise<void> {
  const stores = await unit.tx.store.findMany({
    where: { planCode: plan.code, ...(currency ? { currency } : {}) },
    include: { account: { include: { members: { where: { role: "owner" }, include: { user: true } } } } },
    orderBy: { id: "asc" },
  });
  const values = {
    plan: plan.name,
    reason,
    link: `${world.config.siteUrl}/dashboard/settings`,
  };
  const kind = plan.includesApi ? "plan_changed" : "plan_changed_no_api";
  for (const { account, ...store } of stores)
    for (const { user } of account.members)
      await notify(unit, {
        store,
        to: { name: user.name, email: user.email, phone: null, language: user.language },
        kind,
        values: {
          ...values,
          fee: feeText(plan, store.currency, messageLanguage(user.language)),
          payoutFee: payoutFeeText(plan, store.currency, messageLanguage(user.language)),
        },
        objectId: `store/${store.id}`,
        key: `plan_changed/${plan.code}/${unit.now.getTime()}/${store.id}/${user.id}`,
      });
}

/** Mails all operators what was done, by whom and why, in the transaction of the act. `see`: a page about it. */
export async function notifyOperators(
  world: World,
  unit: Unit,
  act: { key: string; template: string; what: Said; effect: Said; reason: string; by: string; see?: string },
): Promise<void> {
  const operators = await operatorsToMail(unit);
  const { key, template, what, effect, reason, by } = act;
  const { site, service } = placeOf(world);
  const see = act.see ? said("see", { url: act.see }) : said("see_and_undo", { url: `${site}/ops/rails` });
  for (const { id, name, ...to } of operators)
    await queueMail(unit, {
      to,
      kind: "acted_by",
      template,
      values: { service, name, what, effect, reason, by, see },
      dedupeKey: `${key}/${id}`,
    });
}
