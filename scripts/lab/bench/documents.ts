import { readFileSync } from "node:fs";
import path from "node:path";
import autocannon from "autocannon";
import { Problem } from "../../problem";
import { accessShots } from "./access";
import type { Filled } from "./fill";
import { fireSteadily, type SteadyLoad } from "./load";
import { forgetTurns, type Instance } from "./world";

const perSecond = 200;
const clients = 8;

export interface DocumentFigures {
  alone: SteadyLoad;
  /** While clients request pictures and a PDF as fast as they are answered. */
  beside: SteadyLoad;
  documentsPerSecond: number;
}

/** GET /access at an even pace for this many seconds, alone and beside clients that request documents in a loop. */
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
  // The median of three runs of each, because any run may hit a stall of the machine.
  const runs = async () => [await ask(), await ask(), await ask()].sort((a, b) => a.p95Ms - b.p95Ms);
  const alone = (await runs())[1] as SteadyLoad;
  const loop = loopFor(instance, 3 * seconds);
  const beside = (await runs())[1] as SteadyLoad;
  return { alone, beside, documentsPerSecond: await loop };
}

/** In its own thread, so that the clients do not slow the measurement. Returns requests per second. */
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
