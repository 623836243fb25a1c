import type { StoreRow } from "@/lib/db/rows";
import { nextHourAt } from "@/lib/domain/alerts";
import { addDays, civilDateIn, instantAt } from "@/lib/domain/civil-date";
import type { Money } from "@/lib/domain/money";
import { seesMoney } from "@/lib/domain/roles";
import { doEach } from "@/lib/services/core/lease";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { wordsIn } from "@/lib/text/words";
import { renderEmail } from "../messages/render";
import { countText, hasStore, mayRead, type Reader, readerInclude } from "./readers";
import { voiceOf } from "./send";

const batchMax = 200;

/**
 * Mails the daily digests that are due: what came in yesterday and what waits, one mail for each store where there is
 * something to say. After an outage only the latest day is told. Safe to miss, to repeat, or to run twice at once.
 */
export async function sendDueDigests(world: World): Promise<{ sent: number; failed: number }> {
  const due = await world.db.alertSettings.findMany({
    where: { nextDigestAt: { lte: world.clock.now() } },
    select: { accountId: true, userId: true },
    orderBy: { nextDigestAt: "asc" },
    take: batchMax,
  });
  const { done: sent, failed } = await doEach(
    world,
    due,
    (one) => transact(world, (unit) => sendDigest(unit, one)),
    "A digest could not be sent; it is tried again.",
  );
  return { sent, failed };
}

type Person = { accountId: number; userId: number };

async function sendDigest(unit: Unit, { accountId, userId }: Person): Promise<number> {
  const free = await unit.tx.$queryRaw<unknown[]>`
    SELECT 1 FROM alert_settings WHERE account_id = ${accountId} AND user_id = ${userId}
      AND next_digest_at <= ${unit.now} FOR UPDATE SKIP LOCKED`;
  if (free.length === 0) return 0;
  const where = { accountId_userId: { accountId, userId } };
  const reader = await unit.tx.member.findUniqueOrThrow({ where, include: readerInclude });
  const all = await unit.tx.store.findMany({ where: { accountId }, orderBy: { id: "asc" } });
  const stores = all.filter(({ id }) => hasStore(reader, id));
  const hour = reader.alertSettings?.digestHour ?? null;
  const zone = reader.alertSettings?.timeZone ?? stores[0]?.timeZone ?? "UTC";
  const goesOn = hour !== null && mayRead(reader);
  const nextDigestAt = goesOn ? nextHourAt(unit.now, hour, zone) : null;
  await unit.tx.alertSettings.update({ where, data: { nextDigestAt } });
  if (!goesOn) return 0;
  let sent = 0;
  for (const store of stores) if (await mailDigest(unit, reader, store)) sent += 1;
  return sent;
}

async function mailDigest(unit: Unit, reader: Reader, store: StoreRow): Promise<boolean> {
  const timeZone = reader.alertSettings?.timeZone ?? store.timeZone;
  const day = addDays(civilDateIn(unit.now, timeZone), -1);
  const [from, to] = [instantAt(day, 0, timeZone), instantAt(addDays(day, 1), 0, timeZone)];
  const paid = await unit.tx.$queryRaw<{ count: number; currency: string; minor: bigint }[]>`
    SELECT count(*)::int, currency, sum(total_minor)::bigint AS minor FROM orders
    WHERE store_id = ${store.id} AND livemode AND paid_at >= ${from} AND paid_at < ${to}
    GROUP BY currency ORDER BY currency`;
  const tasks = await unit.tx.task.count({ where: { storeId: store.id, resolvedAt: null } });
  if (paid.length === 0 && tasks === 0) return false;
  const count = paid.reduce((all, one) => all + one.count, 0);
  const sums: Money[] = paid.map(({ minor, currency }) => ({ minor, currency }));
  const voice = { ...voiceOf(unit.world, { store, reader }), timeZone };
  const nothing = wordsIn(voice.language, "notice").text("count.nothing");
  const values = {
    due: day,
    summary: countText(reader, store, "payment", count, seesMoney(reader.role) ? sums : []),
    waits: tasks > 0 ? countText(reader, store, "task", tasks) : nothing,
    link: `${unit.world.config.siteUrl}/dashboard`,
  };
  await unit.queueMessage({
    why: "own",
    ...{ accountId: reader.accountId, storeId: null, channel: "email", recipient: reader.user.email },
    ...renderEmail("alert_digest", values, voice, reader.user.name),
    template: "alert_digest",
    dedupeKey: `alert_digest/${store.id}/${reader.userId}/${day}/email`,
  });
  return true;
}
