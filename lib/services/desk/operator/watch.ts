import type { AlertPost, WatchedLine as WatchedRow } from "@/lib/db/generated/client";
import { knownLanguage } from "@/lib/domain/languages";
import { watchLine } from "@/lib/domain/watched-line";
import { callOut } from "@/lib/providers/call-out";
import { lastTimes, noteTime } from "@/lib/services/core/last-times";
import { operatorsToMail, placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { type MailValues, renderMail, type Said, said, sayIn } from "@/lib/text/mail";
import { booksName } from "./health/books";
import type { HealthLine } from "./health/line";
import { executorLine, stoppedMs } from "./health/queues";
import { readLines } from "./health/read-health";

/**
 * One minute of the clock: tells the operators what has become bad on the health page and what is well again, and calls
 * HEARTBEAT_URL, which misses the calls when any of this stands still. Safe to miss and to repeat.
 */
export async function watchMinute(world: World): Promise<{ bad: number; well: number }> {
  await noteTime(world.pool, "clock", world.clock.now());
  const told = await tellNews(world);
  await sendPosts(world);
  await beat(world);
  return told;
}

async function tellNews(world: World): Promise<{ bad: number; well: number }> {
  const lines = (await readLines(world)).flatMap((group) => group.lines);
  const looked = lines.map((line) => ({
    line,
    isBad: line.state === "bad",
    // Money may be wrong.
    atOnce: line.name === booksName,
  }));
  return transact(world, async (unit) => {
    const news = await findNews(unit, looked, { whole: true });
    const tellings = tellingsOf(world, news);
    const operators = tellings.length > 0 ? await operatorsToMail(unit) : [];
    for (const { id, name, ...to } of operators)
      for (const { kind, values } of tellings)
        await queueMail(unit, {
          ...{ to, kind, values: { ...values, name } },
          dedupeKey: `${kind}/${unit.now.toISOString()}/${id}`,
        });
    await storePosts(world, unit, tellings, operators[0]?.language ?? null);
    return { bad: news.bad.length, well: news.well.length };
  });
}

async function beat({ config, log }: World): Promise<void> {
  if (!config.heartbeatUrl) return;
  await callOut(config.heartbeatUrl).catch((error: unknown) =>
    log.warn({ err: error }, "HEARTBEAT_URL did not answer; it is called again in a minute."),
  );
}

/**
 * Tells the operators that the executor does not call any more. Every process of the app asks this by a timer of its own,
 * and sends the mails itself, because all other work waits for that executor. `since`: when this process began; a
 * service that was down has had no calls. That it is well again is told by the executor's own next minute.
 */
export async function noticeStoppedClock(world: World, since: Date): Promise<boolean> {
  const { clock: tickAt = since } = await lastTimes(world.pool);
  const now = world.clock.now().getTime();
  if (now - Math.max(tickAt.getTime(), since.getTime()) < stoppedMs) return false;
  const line = executorLine(now - tickAt.getTime());
  world.log.error({ tickAt: tickAt.toISOString() }, "The executor does not call: what is due waits.");
  const mails = await transact(world, async (unit) => {
    const tellings = tellingsOf(
      world,
      await findNews(unit, [{ line, isBad: true, atOnce: true }], { whole: false }),
    );
    const operators = tellings.length > 0 ? await operatorsToMail(unit) : [];
    await storePosts(world, unit, tellings, operators[0]?.language ?? null);
    return operators.flatMap(({ email, name, language }) =>
      tellings.map(({ kind, values }) => ({
        to: email,
        ...renderMail(kind, { ...values, name }, knownLanguage(language) ?? "en"),
      })),
    );
  });
  await Promise.all([sendPosts(world), ...mails.map((mail) => send(world, mail))]);
  return true;
}

async function send(
  { mailer, log }: World,
  { to, subject, body }: { to: string; subject: string; body: string },
): Promise<void> {
  await mailer
    ?.send({ to, subject, text: body, action: null })
    .catch((error: unknown) => log.warn({ err: error }, "The mail about the executor could not be sent."));
}

/** A line as the watch looks at it. */
export interface Looked {
  line: HealthLine;
  isBad: boolean;
  /** It cannot wait for five minutes. */
  atOnce: boolean;
}

/** What is told in one mail. */
export interface News {
  bad: HealthLine[];
  /** The names of lines that are well again; the line itself may be gone. */
  well: (Said | string)[];
}

/** The name of a line in the table, whatever language people read. */
export function idOf({ name }: HealthLine): string {
  return typeof name === "string" ? name : sayIn("en", name);
}

/**
 * Remembers which lines are bad and since when, and returns what is to be told now. `whole`: a remembered line that is
 * not among these is well. Only one process at a time does it, so that nothing is told twice.
 */
export async function findNews(
  unit: Unit,
  looked: readonly Looked[],
  { whole }: { whole: boolean },
): Promise<News> {
  const { tx, now } = unit;
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(${turn}::bigint)`;
  const rows = new Map((await tx.watchedLine.findMany()).map((row) => [row.line, row]));
  const news: News = { bad: [], well: [] };
  const seen = new Map(looked.map((each) => [idOf(each.line), each]));
  for (const id of new Set([...seen.keys(), ...(whole ? rows.keys() : [])])) {
    const { line, isBad = false, atOnce = false } = seen.get(id) ?? {};
    const next = watchLine(rows.get(id) ?? null, { isBad, atOnce }, now);
    await keep(unit, id, rows.get(id), next.line);
    if (next.tell === "bad" && line) news.bad.push(line);
    if (next.tell === "well") news.well.push(line?.name ?? id);
  }
  return news;
}

const turn = 7_464_911;

async function keep(
  { tx }: Unit,
  line: string,
  known: WatchedRow | undefined,
  next: Omit<WatchedRow, "line"> | null,
): Promise<void> {
  if (!next) {
    if (known) await tx.watchedLine.delete({ where: { line } });
    return;
  }
  await tx.watchedLine.upsert({ where: { line }, create: { line, ...next }, update: next });
}

/** A mail about news, without its reader's name. */
interface Told {
  kind: "watch_bad" | "watch_well";
  values: Omit<MailValues<"watch_bad">, "name">;
}

export function tellingsOf(world: World, { bad, well }: News): Told[] {
  const { service, site } = placeOf(world);
  const told = (kind: Told["kind"], names: (Said | string)[], lines: Said[]): Told[] => {
    const [first] = names;
    if (first === undefined) return [];
    const what = names.length === 1 ? first : said("watch.and_more", { first, count: names.length - 1 });
    return [{ kind, values: { service, url: `${site}/ops/health`, what, lines } }];
  };
  return [
    ...told(
      "watch_bad",
      bad.map(({ name }) => name),
      bad.map(({ name, value, means, todo }) => said("watch.line", { name, value, means, todo: todo ?? "" })),
    ),
    ...told(
      "watch_well",
      well,
      well.map((name) => said("watch.name", { name })),
    ),
  ];
}

/** Stores the news for `ALERT_WEBHOOK_URL`, in the language of the first operator. */
export async function storePosts(
  world: World,
  unit: Unit,
  tellings: readonly Told[],
  language: string | null,
): Promise<void> {
  if (!world.config.alertUrl) return;
  const known = knownLanguage(language) ?? "en";
  for (const { kind, values } of tellings) {
    const { subject } = renderMail(kind, { ...values, name: "" }, known);
    const text = `${subject}\n${sayIn(known, said("watch.post", values))}`;
    await unit.tx.alertPost.create({ data: { text, createdAt: unit.now } });
  }
}

const storedMs = 24 * 60 * 60_000;

/** Sends what is stored, oldest first. What the address does not take is put back and stays for a day. */
export async function sendPosts({ db, clock, log, config }: World): Promise<void> {
  const old = new Date(clock.now().getTime() - storedMs);
  await db.alertPost.deleteMany({ where: { createdAt: { lt: old } } });
  if (!config.alertUrl) return;
  for (;;) {
    const post = await takePost(db);
    if (!post) return;
    try {
      await callOut(config.alertUrl, post.text);
    } catch (error) {
      log.warn({ err: error }, "ALERT_WEBHOOK_URL did not take an alert; it is sent again in a minute.");
      await db.alertPost.create({ data: post });
      return;
    }
  }
}

/** Only one process gets it. */
async function takePost(db: World["db"]): Promise<AlertPost | undefined> {
  const [post] = await db.$queryRaw<AlertPost[]>`
    DELETE FROM alert_posts WHERE id = (SELECT id FROM alert_posts ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, text, created_at AS "createdAt"`;
  return post;
}
