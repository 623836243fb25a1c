import { callOut } from "@/lib/providers/call-out";
import { noteTime } from "@/lib/services/core/last-times";
import { operatorsToMail, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { booksName } from "../health/books";
import { readLines } from "../health/read-health";
import { findNews, sendPosts, storePosts, tellingsOf } from "./tell-operators";

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
