import { existsSync } from "node:fs";
import path from "node:path";
import { EnvironmentProblem, type OperatorEnv, parseOperatorEnv } from "@/lib/env";
import { type Said, sayIn } from "@/lib/text/mail";
import { lookAtDatabase } from "./doctor/database";
import {
  lookAtBackup,
  lookAtDisk,
  lookAtMemory,
  lookAtNode,
  lookAtPorts,
  lookAtRights,
  lookAtSettings,
} from "./doctor/machine";
import { lookAtMail, lookAtSite, lookAtWayOut } from "./doctor/outside";
import { bad, type Finding, maskedText, printed, unknown, wordsOf } from "./doctor/report";
import { readSecrets } from "./start/data-directory";
import { doorsOf } from "./start/doors";
import { lockHolder } from "./start/lock";

// npm run doctor [-- --json]: looks at everything around the service, whether it runs or not, and changes nothing. The
// exit code is 1 when something is bad. It ends with a text without secrets for whoever helps.

/** Where it can be known: a doctor makes no key. */
function keyOf({ SECRET_KEY, DATA_DIR }: OperatorEnv): string | null {
  if (SECRET_KEY) return SECRET_KEY;
  return existsSync(path.join(DATA_DIR, "secrets.json")) ? readSecrets(DATA_DIR).secretKey : null;
}

/** As the service itself is connected. */
function databaseOf(settings: OperatorEnv): string | null {
  const { DATABASE_URL, DATA_DIR } = settings;
  if (DATABASE_URL) return DATABASE_URL;
  return existsSync(path.join(DATA_DIR, "ports.json")) ? doorsOf(DATA_DIR).appUrl : null;
}

async function examine(settings: OperatorEnv): Promise<Finding[]> {
  const { DATA_DIR, SITE_URL, SMTP_URL } = settings;
  // Asking for the lock would make the directory.
  const lock = path.join(DATA_DIR, "start.sock");
  const isRunning = existsSync(DATA_DIR) && (await lockHolder(lock)) !== undefined;
  const url = databaseOf(settings);
  const secretKey = keyOf(settings);
  const ofDatabase = url
    ? await lookAtDatabase({
        ...{ url, secretKey, isEmbedded: !settings.DATABASE_URL, pooler: settings.DATABASE_POOLER },
        ...{ oldKeys: settings.SECRET_KEY_OLD, trustedHops: settings.TRUSTED_PROXY_HOPS },
      })
    : [];
  // What stands on the health page needs a whole database and its key.
  const isWhole = ofDatabase.some(({ id, state }) => id === "secret_key" && state === "well");
  return [
    ...[lookAtNode(), lookAtMemory(), lookAtDisk(DATA_DIR), ...lookAtRights(DATA_DIR)],
    ...(await lookAtPorts(settings, isRunning)),
    ...lookAtSettings(settings),
    lookAtBackup(DATA_DIR, settings.DATABASE_URL !== undefined),
    ...ofDatabase,
    ...(isWhole && url && secretKey ? await healthLines({ url, secretKey }) : []),
    await lookAtMail(SMTP_URL),
    ...(await lookAtWayOut(settings)),
    ...(await lookAtSite(SITE_URL, isRunning)),
  ];
}

const isForPrograms = process.argv.includes("--json");
let findings: Finding[];
let masked = "";
try {
  const settings = parseOperatorEnv(process.env);
  findings = await examine(settings);
  masked = maskedText(findings, settings);
} catch (error) {
  if (!(error instanceof EnvironmentProblem)) throw error;
  findings = error.message
    .split("\n")
    .map((said) => bad("settings", said, "See lib/env.ts for what it takes."));
  masked = findings.map(({ said }) => said).join("\n");
}
if (isForPrograms) console.log(JSON.stringify({ findings, masked }, null, 2));
else {
  for (const line of printed(findings)) console.log(line);
  console.log(`\nFor whoever helps you, without secrets, names and addresses:\n\n${masked}`);
}
process.exit(findings.some(({ state }) => state === "bad") ? 1 : 0);

/** The lines of the operator's health page that are not well: queues, books, rails, messages, rights, the executor. */
async function healthLines({ url, secretKey }: { url: string; secretKey: string }): Promise<Finding[]> {
  Object.assign(process.env, { DATABASE_URL: url, SECRET_KEY: secretKey, LOG_LEVEL: "silent" });
  const { systemWorld } = await import("@/lib/services/desk/system-world");
  const { readLines } = await import("@/lib/services/desk/operator/health/read-health");
  const inEnglish = (text: Said | string) => (typeof text === "string" ? text : sayIn("en", text));
  try {
    const world = systemWorld();
    await Promise.all([world.rails.routes?.ready(), world.clock.compared?.()]);
    const lines = (await readLines(world)).flatMap((group) => group.lines);
    return lines.map(({ name, value, means, todo, state }) => ({
      id: "health",
      state,
      said: `${inEnglish(name)}: ${inEnglish(value)}.${state === "well" ? "" : ` ${inEnglish(means)}`}`,
      ...(todo && state !== "well" ? { todo: inEnglish(todo) } : {}),
    }));
  } catch (error) {
    return [unknown("health", `The health page could not be read: ${wordsOf(error)}.`)];
  }
}
