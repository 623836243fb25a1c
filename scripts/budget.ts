import { spawn } from "node:child_process";
import { prepareBuild } from "./start/build";

// The size of payers' pages and of the dashboard's lists, as served by the production build: a part of `npm test`, on
// its own. Only here is the response time of a list on a slow phone checked, because it needs an idle machine.
const release = await prepareBuild("npm run budget");
const specs = ["e2e/budget.spec.ts", "e2e/dashboard-budget.spec.ts"];
// In sequence: a press beside another running page gives no useful time.
const args = ["node_modules/@playwright/test/cli.js", "test", ...specs, "--reporter=list", "--workers=1"];
const env = { ...process.env, BUDGET_PRESSES: "1" };
const child = spawn(process.execPath, args, { stdio: "inherit", env });
process.exitCode = await new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? 1)));
release();
