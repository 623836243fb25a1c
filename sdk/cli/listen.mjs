import { setTimeout } from "node:timers/promises";
import { ask, Passing } from "./ask.mjs";
import { forward } from "./forward.mjs";

/** Shorter than proxies cut idle answers off; in between the line is silent, so a slow network has little to carry. */
const waitSeconds = 25;
/** A test key may ask 120 times a minute, and others may use it too. */
const restMs = 700;
const backoffMaxMs = 30_000;

/**
 * Posts each test event of the store to `forwardTo`, one after the other, until Ctrl-C. What happens while the line is
 * down comes once it is up again: the service is asked for what follows the last event that arrived here.
 */
export async function listen(settings, say) {
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopped.abort());
  const { signal } = stopped;
  const begin = () => ask(settings, "GET", "/test/listener", { signal });
  const begun = await untilReached(begin, say, signal);
  if (!begun) return;
  let cursor = settings.after ?? begun.data.cursor;
  say(`Listening. Verify with this secret: ${begun.data.secret}`);
  say(`Test events go to ${settings.forwardTo}. Stop with Ctrl-C.`);
  while (!signal.aborted) {
    const path = `/test/events?after=${cursor}&wait=${waitSeconds}`;
    const follow = () => ask(settings, "GET", path, { timeoutMs: (waitSeconds + 20) * 1000, signal });
    const answer = await untilReached(follow, say, signal);
    for (const event of answer?.data ?? []) {
      if (!settings.types || settings.types.includes(event.type))
        say(await forward(event, settings.forwardTo));
    }
    cursor = answer?.cursor ?? cursor;
    if (answer?.data.length > 0) await pause(restMs, signal);
  }
  say(`Stopped. To go on from here: --after ${cursor}`);
}

/** Asks until there is an answer; null once it was stopped. Refusals are thrown. */
async function untilReached(work, say, signal) {
  for (let tried = 0; !signal.aborted; tried += 1) {
    try {
      const answer = await work();
      if (tried > 0) say("Connected again; nothing was missed.");
      return answer;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof Passing)) throw error;
      const waitMs = error.waitMs ?? Math.min(1000 * 2 ** tried, backoffMaxMs);
      say(`The service cannot be reached (${error.message}). Trying again in ${Math.ceil(waitMs / 1000)} s.`);
      await pause(waitMs, signal);
    }
  }
  return null;
}

function pause(ms, signal) {
  return setTimeout(ms, undefined, { signal }).catch(() => {});
}
