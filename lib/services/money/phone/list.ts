import type { TillPayment } from "@/lib/domain/till-payment";
import type { World } from "@/lib/services/core/world";
import { believed, toldOf } from "./rows";

// The network's own list of a phone, beside what its messages told.

type Reading = Pick<World, "db" | "secrets">;

const unlistedMax = 20;
/** Networks tell the minute, and some write it a moment later. */
const slackMs = 2 * 60_000;

/**
 * Numbers of believed payments that the list does not have, or has with another amount: whoever knew the balance may have forged a
 * message that fits.
 */
export async function unlistedOf(
  world: Reading,
  rail: string,
  { payments, times }: { payments: readonly TillPayment[]; times: readonly Date[] },
): Promise<string[]> {
  if (payments.length === 0) return [];
  const rows = await receivedIn(world, rail, times, 0);
  const amounts = new Map(payments.map(({ receipt, amount }) => [receipt, String(amount.minor)]));
  const other = rows.flatMap((row) =>
    row.receipt !== null && amounts.get(row.receipt) !== toldOf(world, row).amount ? [row.receipt] : [],
  );
  return other.slice(0, unlistedMax);
}

/**
 * Numbers of believed payments from the end of the list before to the first line of this one: they are in neither, so they are
 * forged, or a list between the two is missing. Each is named once.
 */
export async function betweenLists(world: Reading, rail: string, times: readonly Date[]): Promise<string[]> {
  const all = times.map((time) => time.getTime());
  if (all.length === 0) return [];
  const chain = await world.db.phoneChain.findUnique({ where: { rail }, select: { listedUntil: true } });
  const until = chain?.listedUntil?.getTime() ?? Number.POSITIVE_INFINITY;
  const from = all.reduce((a, b) => Math.min(a, b));
  const last = new Date(all.reduce((a, b) => Math.max(a, b)));
  const isLater = { OR: [{ listedUntil: null }, { listedUntil: { lt: last } }] };
  await world.db.phoneChain.updateMany({ where: { rail, ...isLater }, data: { listedUntil: last } });
  if (until + slackMs >= from - slackMs) return [];
  const rows = await receivedIn(world, rail, [new Date(until + slackMs), new Date(from - slackMs)], 0);
  return rows.flatMap(({ receipt }) => receipt ?? []).slice(0, unlistedMax);
}

/** Those of its lines whose messages had no number: of one amount and minute. A message stands for one line. */
export async function toldUnnumbered(
  world: Reading,
  rail: string,
  lines: readonly TillPayment[],
): Promise<Set<TillPayment>> {
  const times = lines.map(({ at }) => at);
  const rows = (await receivedIn(world, rail, times, slackMs)).filter(({ receipt }) => receipt === null);
  const left = rows.map((row) => ({ ms: row.at.getTime(), amount: toldOf(world, row).amount }));
  return new Set(
    lines.filter(({ at, amount }) => {
      const place = left.findIndex(
        (one) => one.amount === String(amount.minor) && Math.abs(one.ms - at.getTime()) <= slackMs,
      );
      if (place >= 0) left.splice(place, 1);
      return place >= 0;
    }),
  );
}

/** Messages of money that came and was believed, from the first of these times to the last. */
async function receivedIn({ db }: Reading, rail: string, times: readonly Date[], aroundMs: number) {
  if (times.length === 0) return [];
  const all = times.map((time) => time.getTime());
  const [from, to] = [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))];
  const at = { gte: new Date(from - aroundMs), lte: new Date(to + aroundMs) };
  return db.phoneMessage.findMany({
    where: { rail, kind: "received", state: { in: believed }, at },
    orderBy: { at: "asc" },
  });
}
