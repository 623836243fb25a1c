import type { RailAccount } from "@/lib/db/generated/client";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";
import { isRefused, lookAt, problemOf } from "./look";

const minuteMs = 60_000;
/** How soon an account that is not well is looked at again, and one that is. */
const brokenAfterMs = 15 * minuteMs;
const wellAfterMs = 24 * 60 * minuteMs;
const looksMax = 20;

/**
 * One minute of the accounts of stores' own: tells the owners of those whose keys are refused, and looks at some that were not
 * looked at for long. A provider that is only away closes nothing. Safe to miss and to repeat.
 */
export async function watchAccounts(world: World): Promise<{ told: number; looked: number }> {
  const now = world.clock.now().getTime();
  const before = (ms: number) => ({ lt: new Date(now - ms + 1) });
  const due = await world.db.railAccount.findMany({
    where: {
      ...{ enabled: true, removedAt: null },
      OR: [
        { problem: { not: null }, checkedAt: before(brokenAfterMs) },
        { problem: null, checkedAt: before(wellAfterMs) },
      ],
    },
    orderBy: { checkedAt: "asc" },
    take: looksMax,
  });
  for (const row of due) await look(world, row);
  const untold = await world.db.railAccount.findMany({
    where: { enabled: true, removedAt: null, problem: { not: null }, toldAt: null },
    take: looksMax,
  });
  for (const { key } of untold) await transact(world, (unit) => tellRefused(unit, key));
  if (due.length > 0) await world.rails.own?.reload();
  return { told: untold.length, looked: due.length };
}

async function look(world: World, row: RailAccount): Promise<void> {
  const asked = await lookAt(world, row);
  await transact(world, (unit) => writeLook(unit, row.key, asked));
}

/** Writes down what an account's rail said of it. What is neither well nor refused changes nothing but the time. */
export async function writeLook(
  unit: Unit,
  key: string,
  asked: Awaited<ReturnType<typeof lookAt>>,
): Promise<void> {
  const said = asked.ok
    ? { problem: null, toldAt: null }
    : isRefused(asked)
      ? { problem: problemOf(asked) }
      : {};
  await unit.tx.railAccount.update({
    where: { key },
    data: { ...said, checkedAt: unit.now, updatedAt: unit.now },
  });
  if (asked.ok) await unit.resolveTasks({ kind: refusedTask, subject: `${key}/refused` });
}

/** Its keys are accepted; and what it waited for is looked at anew by its owner, and said again where it is so still. */
export async function forgetWaits(unit: Unit, key: string): Promise<void> {
  await unit.resolveTasks({ kind: refusedTask, subject: `${key}/refused` });
  await unit.resolveTasks({ kind: "own_rail_odd", subject: { startsWith: `${key}/needs_operator/` } });
}

const refusedTask = "own_refused";

/** Every owner gets a mail, since nobody can pay them this way; and whoever chose to hear of it, elsewhere too. */
export async function tellRefused(unit: Unit, key: string): Promise<void> {
  const { count } = await unit.tx.railAccount.updateMany({
    where: { key, toldAt: null, problem: { not: null } },
    data: { toldAt: unit.now },
  });
  if (count === 0) return;
  const { storeId, label } = await unit.tx.railAccount.findUniqueOrThrow({ where: { key } });
  const { name, accountId } = await unit.store(storeId);
  const path = `/dashboard/wallet/own/${key}`;
  await unit.raiseTask({
    storeId,
    kind: refusedTask,
    subject: `${key}/refused`,
    details: { account: label },
  });
  await mailOwners(
    unit,
    { storeId, accountId },
    {
      kind: "rail_account_refused",
      values: { store: name, account: label, link: `${unit.world.config.siteUrl}${path}` },
      dedupeKey: `rail_account_refused/${key}/${unit.now.getTime()}`,
    },
  );
  unit.alert({
    ...{ storeId, event: "account", kind: "alert_account_refused", hasMail: true },
    fact: `rail_account_refused/${key}/${unit.now.getTime()}`,
    details: { item: label, path },
  });
}
