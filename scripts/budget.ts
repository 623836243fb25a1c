import { spawn } from "node:child_process";
import { holdFreshBuild } from "./start/build";
import { generateClient } from "./start/generate";
import { step } from "./steps";

// What payers' pages weigh, measured as they are served by the production build: a part of `npm test`, on its own.
await step("Prisma client", async () => ({ said: await generateClient(), value: undefined }));
const release = await step("Build", async () => {
  const held = await holdFreshBuild(`npm run budget (process ${process.pid})`);
  return { said: held.outcome, value: held.release };
});
const args = ["node_modules/@playwright/test/cli.js", "test", "e2e/budget.spec.ts", "--reporter=list"];
const child = spawn(process.execPath, args, { stdio: "inherit" });
process.exitCode = await new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? 1)));
release();
