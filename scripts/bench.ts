import { holdFreshBuild } from "./start/build";
import { generateClient } from "./start/generate";
import { step } from "./steps";

// The parts of the benchmark use the Prisma client and the build from the first line on: both are made first, so that no
// figure has their time in it.
await step("Prisma client", async () => ({ said: await generateClient(), value: undefined }));
await step("Build", async () => {
  const { outcome, release } = await holdFreshBuild(`npm run bench (process ${process.pid})`);
  release();
  return { said: outcome, value: undefined };
});
await import("./bench/run");
