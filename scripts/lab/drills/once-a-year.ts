import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { freePort } from "../../ports";
import { postgresAccount } from "../../postgres/machine";
import { embeddedDatabaseUrl, readSecrets } from "../../start/data-directory";
import { sealAnew, secretsOf } from "../../start/secret-key";
import { ask } from "../testing/database";
import { logIsThere, loseCustomers } from "./copies";
import { debian, withDebian } from "./moves";
import { pay } from "./pages";
import { inPlace, newFolder, openPlace, type Place, runCommand } from "./place";
import { cut, type Outcome, underLoad } from "./under-load";

/** So many that sealing them anew takes longer than a payment. */
const sealedAtFirst = 50_000;

/**
 * Another SECRET_KEY, as docs/self-hosting.md has it: a start with both, rekey while people pay, a start with the new one alone.
 * After it nothing is left that only the old one opens.
 */
export async function rekey(): Promise<Outcome> {
  const dataDir = newFolder("rekey");
  const databaseUrl = embeddedDatabaseUrl;
  const play = { SANDBOX_MODE: "auto" };
  const first = await openPlace(play, { dataDir });
  const settings = { ...play, PORT: new URL(first.url).port, DEMO_WEBHOOK_URL: first.receiver.urlOf("all") };
  const keys = {
    SECRET_KEY: randomBytes(32).toString("base64"),
    SECRET_KEY_OLD: readSecrets(dataDir).secretKey,
  };
  let running: Place = first;
  let said = "";
  const restart = async (variables: Record<string, string>) => {
    running.child.kill("SIGTERM");
    await once(running.child, "exit");
    running = await openPlace({ ...settings, ...variables }, { dataDir });
  };
  try {
    await ask(databaseUrl(dataDir), manySealed);
    const outcome = await underLoad(
      first,
      async () => {
        await restart(keys);
        const paying = Promise.all([1, 2, 3].map(() => pay(running)));
        said = (await runCommand(["rekey"], { ...keys, DATA_DIR: dataDir })).output.trim();
        await paying;
        await restart({ SECRET_KEY: keys.SECRET_KEY });
        await pay(running);
      },
      cut,
      databaseUrl(dataDir),
    );
    const left = await sealAnew(databaseUrl(dataDir), secretsOf({ ...keys, SECRET_KEY_OLD: [] }));
    return {
      said: `${said}; 4 payments; ${outcome.said}`,
      wrong: [...outcome.wrong, ...(left > 0 ? [`${left} values were still sealed with the old key`] : [])],
    };
  } finally {
    await running.stop();
    await first.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const manySealed = `INSERT INTO messages (channel, recipient, template, body, dedupe_key, status, body_sealed, created_at)
  SELECT 'email', 'drill@example.com', 'drill', 'A drill.', 'drill-' || nth, 'failed',
    (SELECT secret_sealed FROM webhook_endpoints LIMIT 1), now()
  FROM generate_series(1, ${sealedAtFirst}) AS nth`;

/** Customers that are brought back by the tools of a PostgreSQL of one's own: each step is the page's text, with other folders. */
export async function pointInTimeOfOwn(): Promise<Outcome> {
  const folder = newFolder("point");
  const [disk, into] = [path.join(folder, "disk"), path.join(folder, "recovered")];
  const log = path.join(disk, "wal");
  const account = postgresAccount();
  mkdirSync(log, { recursive: true });
  for (const one of [folder, disk, log]) chownSync(one, account.uid ?? -1, account.gid ?? -1);
  const port = String(await freePort());
  const steps = (to = "") =>
    stepsOf({ "/mnt/other-disk": disk, "/srv/recovered": into, "5433": port, TIME: to });
  const run = (script: string, env: Record<string, string> = {}) => {
    const PATH = `${debian}:${process.env.PATH}`;
    execFileSync("sh", ["-euc", script], { ...account, cwd: folder, env: { ...process.env, ...env, PATH } });
  };
  const recovered = async (place: Place, own: Record<string, string>, DATABASE_URL: string) => {
    const { port: PGPORT, username: PGUSER } = new URL(DATABASE_URL);
    run(steps().backup, { PGHOST: "127.0.0.1", PGPORT, PGUSER });
    return loseCustomers(place, DATABASE_URL, async (to) => {
      await logIsThere(DATABASE_URL, (name) => existsSync(path.join(log, name)));
      run(steps(to.toISOString().replace("Z", "+00")).recover);
      const url = DATABASE_URL.replace(PGPORT, port);
      return { place: await openPlace({ ...own, DATABASE_URL: url, PAUSED: "1" }), url };
    });
  };
  try {
    return await withDebian(
      folder,
      async (DATABASE_URL) => {
        const own = { DATABASE_URL, SECRET_KEY: randomBytes(32).toString("base64") };
        return inPlace(await openPlace(own), (place) => recovered(place, own, DATABASE_URL));
      },
      steps().settings,
    );
  } finally {
    run(`pg_ctl -D ${into} -m immediate stop || true`);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The three blocks of the page, with these words in place of its own. */
function stepsOf(words: Record<string, string>): { settings: string; backup: string; recover: string } {
  const page = readFileSync("docs/self-hosting.md", "utf8");
  const section = page.split("### Back to a minute, with your own PostgreSQL")[1] ?? "";
  const blocks = [...section.matchAll(/```\w+\n(.*?)```/gs)].map(([, block = ""]) =>
    Object.entries(words).reduce((text, [from, to]) => text.replaceAll(from, to), block),
  );
  const [settings = "", backup = "", recover = ""] = blocks;
  return { settings, backup, recover };
}
