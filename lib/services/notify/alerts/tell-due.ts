import { Prisma } from "@/lib/db/client";
import type { StoreRow } from "@/lib/db/rows";
import { type AlertChannel, type AlertEvent, isRush, rushMs, singlesMax } from "@/lib/domain/alerts";
import { seesMoney } from "@/lib/domain/roles";
import { doEach } from "@/lib/services/core/lease";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import {
  choicesOf,
  gatheredAlert,
  hasStore,
  mayRead,
  quietEndOf,
  type Reader,
  readerInclude,
  singleAlert,
} from "./readers";
import { sendAlert } from "./send";

export interface ToldAlerts {
  told: number;
  failed: number;
  /** When the next alert is due; null when none waits. */
  nextDueAt: Date | null;
}

/** The alerts of one person about one store on one channel are told one after the other. */
interface Line {
  storeId: number;
  accountId: number;
  userId: number;
  channel: AlertChannel;
}

const linesMax = 200;
/** So many are looked at in one pass. */
const alertsMax = 1_000;
/** So many are told in one message: more than anybody is paid in ten minutes. */
const gatheredMax = 10_000;
/** A line that could not be told stands aside, so that it does not hold up the others. */
const againMs = 60_000;

/**
 * Makes messages out of alerts that are due. Each line has its own transaction, which marks the alerts and queues the
 * messages, so nobody is told twice. Safe to miss, to repeat, or to run twice at once.
 */
export async function tellDueAlerts(world: World): Promise<ToldAlerts> {
  const { done: told, failed } = await doEach(
    world,
    await dueLines(world),
    (line) => transact(world, (unit) => tellLine(unit, line)),
    "Alerts could not be told; they are tried again.",
    (line) => {
      const now = world.clock.now();
      const dueAt = new Date(now.getTime() + againMs);
      return world.db.alert.updateMany({ where: { ...line, dueAt: { lte: now } }, data: { dueAt } });
    },
  );
  return { told, failed, nextDueAt: await nextDueAt(world) };
}

function dueLines(world: World): Promise<Line[]> {
  return world.db.$queryRaw<
    Line[]
  >`SELECT store_id AS "storeId", account_id AS "accountId", user_id AS "userId", channel FROM alerts
      WHERE due_at <= ${world.clock.now()} GROUP BY store_id, account_id, user_id, channel
      ORDER BY min(due_at) LIMIT ${linesMax}`;
}

async function nextDueAt(world: World): Promise<Date | null> {
  const [row] = await world.db.$queryRaw<
    { at: Date | null }[]
  >`SELECT min(due_at) AS at FROM alerts WHERE due_at IS NOT NULL`;
  return row?.at ?? null;
}

export interface DueAlert {
  id: bigint;
  event: AlertEvent;
  kind: string;
  currency: string | null;
  amountMinor: bigint | null;
  details: Record<string, string>;
  dueAt: Date;
  gathered: boolean;
}

/** Tells what is due in one line, and returns how many alerts that was. */
async function tellLine(unit: Unit, line: Line): Promise<number> {
  const { accountId, userId, storeId } = line;
  // Two workers in one line would both count the same payments of the last ten minutes.
  await unit.tx.$queryRaw`
    SELECT 1 FROM members WHERE account_id = ${accountId} AND user_id = ${userId} FOR NO KEY UPDATE`;
  const reader = await unit.tx.member.findUnique({
    where: { accountId_userId: { accountId, userId } },
    include: readerInclude,
  });
  // The alerts of somebody who was removed went with them.
  if (!reader) return 0;
  const store = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId } });
  const isAllowed = (alert: DueAlert) => hasStore(reader, storeId) && isWanted(reader, alert, line.channel);
  const found = await dueIn(unit, line);
  await drop(
    unit,
    found.filter((alert) => !isAllowed(alert)),
  );
  const due = found.filter(isAllowed);
  const quietUntil = quietEndOf(reader, store.timeZone, unit.now);
  if (quietUntil) return hold(unit, dueOf(unit, line), quietUntil);
  // What is gathered is told together, with all that waits.
  if (due.some(({ gathered }) => gathered))
    return tell(unit, { ...line, reader, store }, [(await waitingIn(unit, line)).filter(isAllowed)]);
  const [atTill, others] = [due.filter(isAtTill), due.filter((alert) => !isAtTill(alert))];
  const { alone, isRushed } = await withoutRush(unit, line, others);
  // However many these are: none is left that would be due at once again.
  if (isRushed) {
    const rest = { ...dueOf(unit, line), event: "payment", id: { notIn: idsOf(alone) } };
    await hold(unit, rest, new Date(unit.now.getTime() + rushMs));
  }
  const groups = alone.map((alert) => [alert]);
  const nextAt = await nextTillAt(unit, line, atTill);
  if (nextAt) await hold(unit, { ...dueOf(unit, line), kind: tillKind }, nextAt);
  else if (atTill.length > 0) groups.push(atTill);
  return tell(unit, { ...line, reader, store }, groups);
}

/** A busy till is told of once an hour: what came in it, together. */
const tillKind = "alert_till_waits";
const tillEveryMs = 60 * 60_000;
const isAtTill = ({ kind }: DueAlert) => kind === tillKind;

/** When the till may be told of again. Null: now. */
async function nextTillAt(
  unit: Unit,
  { storeId, userId, channel }: Line,
  due: readonly DueAlert[],
): Promise<Date | null> {
  if (due.length === 0) return null;
  const since = new Date(unit.now.getTime() - tillEveryMs);
  const last = await unit.tx.alert.findFirst({
    where: { storeId, userId, channel, kind: tillKind, toldAt: { gt: since } },
    orderBy: { toldAt: "desc" },
  });
  return last?.toldAt ? new Date(last.toldAt.getTime() + tillEveryMs) : null;
}

/** What is due, other things before payments: a rush of those holds up nothing else. */
function dueIn(unit: Unit, line: Line): Promise<DueAlert[]> {
  return read(
    unit,
    line,
    Prisma.sql`due_at <= ${unit.now} ORDER BY event = 'payment', id LIMIT ${alertsMax}`,
  );
}

function waitingIn(unit: Unit, line: Line): Promise<DueAlert[]> {
  return read(unit, line, Prisma.sql`due_at IS NOT NULL ORDER BY id LIMIT ${gatheredMax}`);
}

function read(unit: Unit, { storeId, userId, channel }: Line, which: Prisma.Sql): Promise<DueAlert[]> {
  return unit.tx.$queryRaw<DueAlert[]>`
    SELECT id, event, kind, currency, amount_minor AS "amountMinor", details, due_at AS "dueAt", gathered FROM alerts
    WHERE store_id = ${storeId} AND user_id = ${userId} AND channel = ${channel}::message_channel AND ${which}`;
}

const dueOf = (unit: Unit, line: Line) => ({ ...line, dueAt: { lte: unit.now } });

/** Roles and choices may have changed since the fact. */
function isWanted(reader: Reader, { event }: DueAlert, channel: AlertChannel): boolean {
  return mayRead(reader) && choicesOf(reader).includes(`${event}/${channel}`);
}

/** After many payments in a short time, the next ones wait to be told together. */
async function withoutRush(
  unit: Unit,
  { storeId, userId, channel }: Line,
  due: readonly DueAlert[],
): Promise<{ alone: DueAlert[]; isRushed: boolean }> {
  const since = new Date(unit.now.getTime() - rushMs);
  let told = await unit.tx.alert.count({
    where: { storeId, userId, channel, event: "payment", toldAt: { gt: since } },
    take: singlesMax,
  });
  const alone: DueAlert[] = [];
  for (const alert of due) {
    const isPayment = alert.event === "payment";
    if (!isPayment || !isRush(told)) alone.push(alert);
    if (isPayment) told += 1;
  }
  return { alone, isRushed: alone.length < due.length };
}

async function hold(unit: Unit, where: Prisma.AlertWhereInput, dueAt: Date): Promise<number> {
  await unit.tx.alert.updateMany({ where, data: { dueAt, gathered: true } });
  return 0;
}

async function drop(unit: Unit, alerts: readonly DueAlert[]): Promise<void> {
  if (alerts.length > 0)
    await unit.tx.alert.updateMany({ where: { id: { in: idsOf(alerts) } }, data: { dueAt: null } });
}

/** Queues one message for each group of alerts. */
async function tell(
  unit: Unit,
  to: { reader: Reader; store: StoreRow; channel: AlertChannel },
  groups: readonly (readonly DueAlert[])[],
): Promise<number> {
  const { reader, store, channel } = to;
  let told = 0;
  for (const group of groups) {
    const [first] = group;
    if (!first) continue;
    // Who sees no money is told that something came, without amounts and names.
    const isSingle = group.length === 1 && seesMoney(reader.role);
    const alert = isSingle ? singleAlert(first) : gatheredAlert(group, reader, store);
    const isSent = await sendAlert(unit, { store, reader, channel, alert, key: `alert/${first.id}` });
    const data = { dueAt: null, toldAt: isSent ? unit.now : null };
    await unit.tx.alert.updateMany({ where: { id: { in: idsOf(group) } }, data });
    if (isSent) told += group.length;
  }
  return told;
}

function idsOf(alerts: readonly DueAlert[]): bigint[] {
  return alerts.map(({ id }) => id);
}
