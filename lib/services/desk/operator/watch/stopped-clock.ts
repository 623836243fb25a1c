import { knownLanguage } from "@/lib/domain/languages";
import { lastTimes } from "@/lib/services/core/last-times";
import { operatorsToMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { renderMail } from "@/lib/text/mail";
import { executorLine, stoppedMs } from "../health/executor";
import { findNews, sendPosts, storePosts, tellingsOf } from "./tell-operators";

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
