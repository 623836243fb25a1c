import { holdFreshBuild } from "./start/build";
import { generateClient } from "./start/generate";
import { step } from "./steps";

await step("Prisma client", async () => ({ said: await generateClient(), value: undefined }));
await step("Build", async () => {
  const { outcome, release } = await holdFreshBuild(`npm run build (process ${process.pid})`);
  release();
  return { said: outcome, value: undefined };
});
