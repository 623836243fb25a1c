import { isDeepStrictEqual } from "node:util";
import { isConnectionLoss, openTransaction, Prisma, sqlState, type Tx } from "@/lib/db/client";
import { storableJson } from "@/lib/domain/text";
import { traced } from "@/lib/providers/traces";
import type { Topic } from "@/lib/providers/wake";
import { isSent, laterOf, passGate } from "./gate";
import { sealText, withoutKeys } from "./hidden-keys";
import { post, postLast } from "./ledger/post";
import { lockRow } from "./lock";
import { openOutbox } from "./outbox";
import { feesOf } from "./rails";
import type { NewMessage, NewTask, Unit, World } from "./world";

const dayMs = 24 * 60 * 60_000;
const triesMax = 5;
/** A lock timeout is retried less often: each try takes the whole wait time of a statement. */
const lockTriesMax = 3;
/**
 * Serialization failure, deadlock, lock not available; and a row that went away between its reading and what was written
 * about it, as when an import is undone while somebody pays: the next run finds it gone.
 */
const triesOf: Record<string, number> = {
  ...{ "40001": triesMax, "40P01": triesMax, "55P03": lockTriesMax },
  "23503": triesMax,
};

/**
 * Runs one verb in one transaction. State, outbox and audit log commit together or not at all; the executor is woken
 * after the commit. Deadlocks, serialization failures and lock timeouts are retried. No network calls inside.
 */
export function transact<T>(world: World, work: (unit: Unit) => Promise<T>): Promise<T> {
  return world.unit
    ? joined({ ...world.unit, world }, work)
    : traced("transaction", {}, () => tried(world, work));
}

/** The opener of that transaction commits it and retries the whole. What the next verb reads is flushed first. */
async function joined<T>(unit: Unit, work: (unit: Unit) => Promise<T>): Promise<T> {
  const done = await work(unit);
  await unit.flush();
  return done;
}

async function tried<T>(world: World, work: (unit: Unit) => Promise<T>): Promise<T> {
  for (let number = 1; ; number += 1) {
    try {
      return await once(world, work);
    } catch (error) {
      if (number >= (triesOf[sqlState(error) ?? ""] ?? 1)) throw error;
      await pause(2 ** number * 5 + (world.random.bytes(1)[0] ?? 0) / 10);
    }
  }
}

async function once<T>(world: World, work: (unit: Unit) => Promise<T>): Promise<T> {
  const due = new Set<Topic>();
  const result = await openTransaction(
    world.db,
    async (tx) => {
      const now = world.clock.now();
      const outbox = openOutbox(world, tx, now, (topic) => due.add(topic));
      const done = await work({
        world,
        tx,
        now,
        ...outbox,
        async store(id) {
          const { plan, ...store } = await outbox.store(id);
          return { ...store, plan: feesOf(world, id, plan) };
        },
        lock: (table, which, strength = "NO KEY UPDATE") => lockRow(tx, table, which, strength),
        async queueMessage(message) {
          const days = await passGate(world, { tx, now }, message);
          if (days !== null) writeMessage(world, tx, { ...message, days }, now, () => due.add("messages"));
          return days !== null;
        },
        async post(entry) {
          // All stores share the service's balances: nothing else is written while they are locked.
          await outbox.flush();
          return post(tx, entry, now);
        },
        async postLast(entry, beside) {
          await outbox.flush();
          await postLast(tx, entry, now, beside);
        },
        raiseTask: (task) => raiseTask(tx, task, now),
        async resolveTasks(which, by = "system") {
          const data = { resolvedAt: now, resolvedBy: by };
          await tx.task.updateMany({ where: { ...which, resolvedAt: null }, data });
        },
        wake: (topic) => due.add(topic),
        async audit(
          { accountId = null, storeId = null, actor },
          { action, target, reason = null, details = {} },
        ) {
          await tx.auditEntry.create({
            data: { accountId, storeId, actor, action, target, reason, details, createdAt: now },
          });
        },
      });
      await outbox.flush();
      return done;
    },
    { maxWait: 10_000, timeout: 15_000 },
  );
  for (const topic of due) world.wake(topic);
  return result;
}

/**
 * Writes a message. Without a provider for its channel it is only stored (`kept`), to be read. So is a message to
 * others in the name of an account that has no owner with a confirmed address, or of the demo's: such an account can write
 * only to its own people, and where an address of theirs is not proven only what is for them. `isDue` is called when the message is to be sent now.
 */
function writeMessage(
  world: World,
  tx: Tx,
  message: NewMessage & { days: number },
  now: Date,
  isDue: () => void,
): void {
  const { notBefore, objectId = null, action, days, whatsapp, ...facts } = message;
  const goes = isSent(world, message.channel);
  const time = laterOf(now, notBefore);
  const dueAt = days === 0 ? time : new Date(time.getTime() + days * dayMs);
  const { subject, body } = message;
  const { siteUrl, publicDemo } = world.config;
  const shown = withoutKeys(message, { siteUrl, isSent: goes, isDemo: publicDemo !== undefined });
  const isWhole = shown.body === body && shown.subject === subject;
  const sealed = isWhole ? null : sealText(world.secrets, { subject, body, action: action ?? null });
  // A button has the same link as the text: if the text hides it, the button is removed too.
  const button = isWhole ? action : undefined;
  const query = Prisma.sql`
    WITH known AS (
      SELECT ${goes} AND (${whatsapp?.isPlayed ?? false} OR ${facts.accountId}::int IS NULL OR EXISTS (
        SELECT 1 FROM members m JOIN users u ON u.id = m.user_id JOIN accounts a ON a.id = m.account_id
        WHERE m.account_id = ${facts.accountId}::int
          AND (${facts.recipient} = u.phone
            OR ${facts.recipient} = u.email AND (${facts.why === "own"} OR u.email_verified_at IS NOT NULL)
            OR m.role = 'owner' AND u.email_verified_at IS NOT NULL AND NOT a.is_demo)
      )) AS goes
    )
    INSERT INTO messages (account_id, store_id, channel, recipient, template, subject, body, body_sealed, action_label,
      action_url, object_id, dedupe_key, status, next_attempt_at, created_at)
    SELECT ${facts.accountId}::int, ${facts.storeId}::int, ${facts.channel}::message_channel, ${facts.recipient},
      ${facts.template}, ${shown.subject}, ${shown.body}, CASE WHEN goes THEN ${sealed}::bytea END,
      ${button?.label ?? null}, ${button?.url ?? null}, ${objectId}, ${facts.dedupeKey},
      (CASE WHEN goes THEN 'queued' ELSE 'kept' END)::message_status,
      CASE WHEN goes THEN ${dueAt}::timestamptz END, ${now}::timestamptz
    FROM known
    ON CONFLICT DO NOTHING
    RETURNING status = 'queued' AS queued`;
  tx.$send<{ queued: boolean }>(query, ([written]) => {
    if (written?.queued && dueAt === now) isDue();
  });
  if (whatsapp === undefined) return;
  const fallBackAt = new Date(dueAt.getTime() + world.config.whatsapp.fallBack.afterMs);
  tx.$send(Prisma.sql`
    INSERT INTO whatsapp_messages (message_id, store_id, content_sealed, phone, fall_back_at, created_at)
    SELECT id, store_id, ${world.secrets.seal(whatsapp.content)}::bytea, recipient, ${fallBackAt}::timestamptz, created_at FROM messages
    WHERE dedupe_key = ${facts.dedupeKey} AND status = 'queued' AND store_id IS NOT NULL ON CONFLICT DO NOTHING`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** True when the database is unreachable, so the same request may succeed a little later. */
export function isUnavailable(error: unknown): boolean {
  return isConnectionLoss(error);
}

/**
 * The only way to raise a task. Only one open task for each kind and subject; if the problem returns after it was
 * resolved, a new one is raised. A planned poll says the same again and again: it is news only when it differs from what
 * the last task says, else nobody could ever resolve it; or when that one was resolved by itself.
 */
export async function raiseTask(
  db: Pick<Tx, "task">,
  { polled = false, ...task }: NewTask,
  now: Date,
): Promise<void> {
  const { kind, subject } = task;
  // Texts of others are cut in many places, also within a letter, which a database refuses.
  const details: Prisma.InputJsonObject = JSON.parse(storableJson(task.details ?? {}));
  if (polled) {
    const last = await db.task.findFirst({ where: { kind, subject }, orderBy: { id: "desc" } });
    if (last?.resolvedBy !== "system" && isDeepStrictEqual(last?.details, details)) return;
  }
  await db.task.createMany({ data: [{ ...task, details, createdAt: now }], skipDuplicates: true });
}
