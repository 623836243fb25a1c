import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withServer } from "../../postgres";
import { ask } from "../testing/database";
import { openPlace } from "./place";
import { type Outcome, unavailable, underLoad } from "./under-load";

const libraries = "/usr/lib";
/** Longer than the executor's minute, so that every sweep has come once. */
const sweepsMs = 65_000;

/**
 * The clock of the app's machine leaps forty days ahead, then an hour behind the database's. Nothing may end, be reminded of
 * or be forgotten by it.
 */
export async function clockLeaps(): Promise<Outcome> {
  return withServer(async (url, dataDir) => {
    const stamp = path.join(dataDir, "time");
    writeFileSync(stamp, "+0");
    const variables = {
      ...{ LD_PRELOAD: libfaketime(), FAKETIME_TIMESTAMP_FILE: stamp, FAKETIME_NO_CACHE: "1" },
      ...{ FAKETIME_DONT_FAKE_MONOTONIC: "1", DATABASE_URL: url },
    };
    const place = await openPlace(variables);
    try {
      const outcome = await underLoad(
        place,
        async () => {
          for (const leap of ["+40d", "-1h"]) {
            writeFileSync(stamp, leap);
            await sleep(sweepsMs);
          }
          writeFileSync(stamp, "+0");
        },
        unavailable,
        url,
      );
      const ended = await ask(
        url,
        "SELECT 1 FROM events WHERE type IN ('subscription.expired', 'subscription.past_due')",
      );
      const isSaid = /clock/i.test(place.said());
      return {
        said: outcome.said,
        wrong: [
          ...outcome.wrong,
          ...(ended.length > 0 ? [`${ended.length} events of an end that did not come`] : []),
          ...(isSaid ? [] : ["the log says nothing of the clock"]),
        ],
      };
    } finally {
      await place.stop();
    }
  });
}

function libfaketime(): string {
  const files = readdirSync(libraries).map((system) =>
    path.join(libraries, system, "faketime/libfaketimeMT.so.1"),
  );
  const found = files.find((file) => existsSync(file));
  if (!found) throw new Error("Debian's faketime brings libfaketimeMT.so.1.");
  return found;
}
