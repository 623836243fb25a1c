import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fixtureKey, fixturesDirectory, writeFixture } from "./lab/fixtures/fixture";
import { applyMigrations } from "./migrate/apply";
import { withServer } from "./postgres";
import { prepareDemo } from "./start/demo";
import { step } from "./steps";

// npm run fixture: stores the database of this version, with a demo store of ninety days, as what the next version must be
// able to take over (scripts/lab/fixtures/upgrade.test.ts). Run at each release; it replaces that of the version before.
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
await withServer(async (url, dataDir) => {
  await step("Demo store", async () => {
    await applyMigrations(url);
    const environment = {
      ...process.env,
      ...{ NODE_ENV: "production" as const, DATABASE_URL: url, DATA_DIR: dataDir },
      ...{ SECRET_KEY: fixtureKey, SITE_URL: "http://localhost:3000", DEMO: "full" },
      ...{ ALLOW_SANDBOX_RAIL: "true", ALLOW_LOCAL_WEBHOOKS: "true" },
      ...{ INNGEST_BASE_URL: "http://127.0.0.1:9", INNGEST_EVENT_KEY: "none" },
      ...{ INNGEST_SIGNING_KEY: `signkey-prod-${"0".repeat(64)}` },
    };
    return (await prepareDemo(dataDir, environment, false)).outcome;
  });
  await step("Fixture", async () => {
    rmSync(fixturesDirectory, { recursive: true, force: true });
    const file = path.join(fixturesDirectory, `${version}.jsonl.gz`);
    const bytes = await writeFixture(url, file, version);
    return `${path.relative(".", file)}, ${Math.round(bytes / 1024)} KB`;
  });
});
process.exit(0);
