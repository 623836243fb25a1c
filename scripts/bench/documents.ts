import { readFileSync } from "node:fs";
import path from "node:path";
import autocannon from "autocannon";
import { Problem } from "../problem";
import { accessShots } from "./access";
import type { Filled } from "./fill";
import { forgetTurns } from "./forget-turns";
import type { Instance } from "./instance";
import { fireSteadily, type SteadyLoad } from "./steady";

const perSecond = 200;
const clients = 8;

export interface DocumentFigures {
  alone: SteadyLoad;
  /** While clients ask for pictures and a PDF as fast as they are answered. */
  beside: SteadyLoad;
  documentsPerSecond: number;
}

/** GET /access at an even pace for so many seconds, alone and beside clients that loop over documents. */
export async function measureDocuments(
  instance: Instance,
  filled: Filled,
  seconds: number,
): Promise<DocumentFigures> {
  const shots = accessShots(filled, perSecond * seconds);
  const ask = async () => {
    await forgetTurns(instance.databaseUrl);
    return fireSteadily(instance.url, shots, perSecond);
  };
  await ask();
  // One stall of the machine is anybody's: of three runs of each, the middle one.
  const runs = async () => [await ask(), await ask(), await ask()].sort((a, b) => a.p95Ms - b.p95Ms);
  const alone = (await runs())[1] as SteadyLoad;
  const loop = loopFor(instance, 3 * seconds);
  const beside = (await runs())[1] as SteadyLoad;
  return { alone, beside, documentsPerSecond: await loop };
}

/** In a thread of its own, so that the clients do not stand in the way of the one that measures. Gives requests a second. */
async function loopFor({ url, dataDir }: Instance, seconds: number): Promise<number> {
  const demo = JSON.parse(readFileSync(path.join(dataDir, "demo.json"), "utf8"));
  const link = new URL(demo.payment_link_url).pathname;
  const invoice = new URL(demo.invoice_url).pathname;
  const paths = [`${link}/card.png`, `${link}/qr.png`, `${invoice}/pdf`];
  const { errors, timeouts, non2xx, requests, duration } = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    requests: paths.map((one, index) => ({ method: "GET", path: `${one}?x=${index}` })),
    workers: 1,
  });
  if (errors + timeouts + non2xx > 0)
    throw new Problem(`Documents: ${non2xx} wrong and ${errors + timeouts} lost answers.`);
  return requests.total / duration;
}
