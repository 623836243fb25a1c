import type { StoreRow } from "@/lib/db/rows";
import { say } from "@/lib/domain/problem";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import type { Proof } from "@/lib/services/people/accounts/confirm-person";
import { said } from "@/lib/text/mail";
import { notifyOwners } from "./notify-owners";
import { confirmOperator, type Operator, requireOperator, requireReason } from "./operator";
import { actRules, planEffect, type StoreAct } from "./store-acts";

/**
 * Suspends, restores, blocks, allows, verifies or rejects, with a reason, in the log and by mail to the owners. Where the
 * store is that way already nothing happens and nobody is told. The operator's password is
 * asked for. Throws NotAllowed, NotFound, or Invalid on `reason`, `password` or `code`.
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
    await unit.audit({ ...auditOf(store, operator), action: rule.action, reason });
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

/** Moves a store to another plan. Its fees are those of what comes after. Throws as `actOnStore`, and Invalid on `plan`. */
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
    await unit.audit({ ...auditOf(store, operator), action: "store.plan_changed", reason, details });
    await notifyOwners(world, unit, store, {
      key: `store.plan_changed/${store.id}/${unit.now.getTime()}`,
      template: "store.plan_changed",
      act: said("acted.plan", { store: store.name, plan: to.name }),
      effect: planEffect(from, to),
      reason,
      contact,
    });
    return { changed: true };
  });
}

/** Two operators who press at once act one after the other. */
async function lockStore(unit: Unit, id: number): Promise<StoreRow> {
  await unit.tx.$queryRaw`SELECT 1 FROM stores WHERE id = ${id} FOR NO KEY UPDATE`;
  const store = await unit.tx.store.findUnique({ where: { id } });
  if (!store) throw new NotFound();
  return store;
}

function auditOf(store: StoreRow, operator: Operator) {
  const { id: storeId, accountId } = store;
  return { storeId, accountId, actor: operator.actor, target: `store:${storeId}` };
}

/** What waited for the store goes out now, except what the rail refused for good. */
async function releasePayouts(unit: Unit, storeId: number): Promise<void> {
  const { count } = await unit.tx.payout.updateMany({
    where: { storeId, status: "requested", failureReason: null },
    data: { nextPollAt: unit.now },
  });
  if (count > 0) unit.wake("transfers");
}
