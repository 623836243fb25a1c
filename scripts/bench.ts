import { mkdirSync, writeFileSync } from "node:fs";
import { measureAccess } from "./bench/access";
import { fill } from "./bench/fill";
import { startInstance } from "./bench/instance";
import { step } from "./steps";

// npm run bench: the real server and the real database, measured beside what they could do at best. --short keeps to a
// minute and is for wrong answers alone: its figures mean little.
const short = process.argv.includes("--short");
const size = short ? { stores: 3, subscriptions: 3_000 } : { stores: 30, subscriptions: 1_000_000 };

const instance = await step("Instance", async () => {
  const value = await startInstance();
  return { said: "ready", value };
});
try {
  const filled = await step("Data", async () => {
    const value = await fill(instance.databaseUrl, size);
    return {
      said: `${size.subscriptions.toLocaleString("en")} subscriptions, ${value.keys.length} keys`,
      value,
    };
  });
  const access = await step("GET /access", async () => ({
    said: "measured",
    value: await measureAccess(instance, filled, short ? 1_500 : 36_000),
  }));
  const { fastLane, throughNext, bare, steady } = access;
  console.log(access);
  console.log({
    fastLaneToNext: fastLane.perSecond / throughNext.perSecond,
    fastLaneToBare: fastLane.perSecond / bare.perSecond,
    p99At500: steady.p99Ms,
  });
  mkdirSync("bench", { recursive: true });
  writeFileSync("bench/latest.json", `${JSON.stringify({ access }, null, 2)}\n`);
} finally {
  await instance.stop();
}
