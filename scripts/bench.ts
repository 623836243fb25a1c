import { holdFreshBuild } from "./start/build";
import { generateClient } from "./start/generate";
import { step } from "./steps";

// The benchmark imports the Prisma client and the build from the start, so both are made first: no figure includes
// their time.
await step("Prisma client", async () => ({ said: await generateClient(), value: undefined }));
await step("Build", async () => {
  const { outcome, release } = await holdFreshBuild(`npm run bench (process ${process.pid})`);
  release();
  return { said: outcome, value: undefined };
});
await import("./lab/bench/run");
