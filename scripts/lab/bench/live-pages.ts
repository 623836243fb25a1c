import { Agent, get } from "node:http";

// A process beside the benchmark's: opens pages that follow their store, and keeps them open. It is told which, says when
// all are, and then, whenever it is asked, how many were told something since.

export interface OpenPage {
  address: string;
  cookie: string;
}

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY, keepAlive: true });
const atOnce = 20;
let told = 0;

process.on("message", async (message: OpenPage[] | "told") => {
  if (message === "told") {
    process.send?.(told);
    told = 0;
    return;
  }
  const left = [...message];
  const work = async () => {
    for (let page = left.pop(); page; page = left.pop()) await open(page);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  process.send?.("open");
});
process.on("disconnect", () => process.exit());

/** Until its first line. */
function open({ address, cookie }: OpenPage): Promise<void> {
  return new Promise((resolve, reject) => {
    get(address, { agent, headers: { cookie, accept: "text/event-stream" } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A page was answered with ${response.statusCode}.`));
      response.on("data", (chunk: Buffer) => {
        if (chunk.includes("data: changed")) told += 1;
        resolve();
      });
    }).on("error", reject);
  });
}
