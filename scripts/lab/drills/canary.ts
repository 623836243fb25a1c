import { randomBytes, randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { embeddedDatabaseUrl } from "../../start/data-directory";
import { ask } from "../testing/database";
import { send } from "./pages";
import { inPlace, openPlace, type Place } from "./place";
import type { Outcome } from "./under-load";

const rare = randomBytes(6).toString("hex");
const email = `canary-${rare}@example.com`;
const typed = {
  email,
  password: `Three words ${randomBytes(6).toString("hex")}`,
  wrong: `Other words ${randomBytes(6).toString("hex")}`,
  // As it stands after the prefix of the country.
  phone: `712${randomInt(100_000, 999_999)}`,
  pin: String(randomInt(10_000_000, 99_999_999)),
  madeUpKey: `sk_live_${randomBytes(24).toString("base64url")}`,
  hook: randomBytes(16).toString("hex"),
  mail: randomBytes(16).toString("hex"),
};

/**
 * People sign up, are refused, pay and are in the way of failures; nothing that is secret or theirs may stand in what any
 * process printed, or in a log file.
 */
export async function canary(): Promise<Outcome> {
  const variables = { SANDBOX_MODE: "auto", SMTP_URL: `smtp://mailer:${typed.mail}@127.0.0.1:9` };
  return inPlace(await openPlace(variables), async (place) => {
    const done = [...(await people(place)), ...(await payments(place)), ...(await failures(place))];
    const said = read(place);
    const found = Object.entries({ ...typed, ...secretsOf(place) }).flatMap(([name, secret]) =>
      Object.entries(said).flatMap(([where, text]) =>
        text.toLowerCase().includes(secret.toLowerCase()) ? [`${name} stands in ${where}`] : [],
      ),
    );
    // A log that says nothing proves nothing.
    const silent = ["relation", "Inngest"].filter((word) => !Object.values(said).join("").includes(word));
    return {
      said: `${Object.keys(typed).length + Object.keys(secretsOf(place)).length} secrets looked for in ${Object.keys(said).join(", ")}`,
      wrong: [...done, ...found, ...silent.map((word) => `no log says ${word}: the failures were not seen`)],
    };
  });
}

/** Everything that its processes printed, and each log file. */
function read(place: Place): Record<string, string> {
  const files = readdirSync(place.dataDir).filter((name) => /\.log/.test(name));
  const logs = files.map((name) => [name, readFileSync(path.join(place.dataDir, name), "utf8")]);
  return { "standard output": place.said(), ...Object.fromEntries(logs) };
}

/** What the instance made for itself and for the demo store's seller. */
function secretsOf(place: Place): Record<string, string> {
  const own = JSON.parse(readFileSync(path.join(place.dataDir, "secrets.json"), "utf8"));
  return Object.fromEntries(
    Object.entries({ ...own, ...place.demo() }).flatMap(([name, value]) =>
      /key|secret|password/i.test(name) && typeof value === "string" && value.length >= 12
        ? [[name, value]]
        : [],
    ),
  );
}

/** Two at once with one address, so that the database refuses one; then a wrong password, and a code without its step. */
async function people(place: Place): Promise<string[]> {
  const usual = { country: "UG", currency: "UGX", timeZone: "Africa/Kampala", language: "en" };
  const account = { storeName: "Canary", email: typed.email, password: typed.password, ...usual };
  const signUps = await Promise.all([1, 2, 3, 4].map(() => send(place, "/sign-up", account)));
  const statuses = signUps.map(({ status }) => status);
  const { status: refused } = await send(place, "/sign-in", { email: typed.email, password: typed.wrong });
  await send(place, "/sign-in", { email: typed.wrong, password: typed.email });
  await send(place, "/forgot-password", { email: typed.email });
  const made = await ask(embeddedDatabaseUrl(place.dataDir), `SELECT 1 FROM users WHERE email = '${email}'`);
  return [
    ...(made.length === 1 ? [] : [`nobody was signed up: ${statuses.join(", ")}`]),
    ...(refused < 500 ? [] : [`a wrong password was answered ${refused}`]),
  ];
}

/** A payment in the sandbox, whose seller's server is away and has a password in its address. */
async function payments(place: Place): Promise<string[]> {
  const databaseUrl = embeddedDatabaseUrl(place.dataDir);
  await ask(
    databaseUrl,
    `INSERT INTO webhook_endpoints (store_id, livemode, url, types, secret_sealed, created_at)
     SELECT store_id, livemode, 'http://127.0.0.1:9/?token=${typed.hook}', types, secret_sealed, now() FROM webhook_endpoints`,
  );
  const page = new URL(place.demo().payment_link_url).pathname;
  const paid = { amount: "500", method: "mobile_money", phone: `0${typed.phone}`, answer: typed.pin };
  const { status } = await send(place, page, paid);
  await sleep(15_000);
  const [row] = await ask<{ paid: number; failed: number }>(
    databaseUrl,
    `SELECT (SELECT count(*)::int FROM payment_attempts WHERE paid_at IS NOT NULL) AS paid,
       (SELECT count(*)::int FROM webhook_attempts WHERE error_class IS NOT NULL) AS failed`,
  );
  return [
    ...(row && row.paid > 0 ? [] : [`nothing was paid: ${status}`]),
    ...(row && row.failed > 0 ? [] : ["no webhook failed"]),
  ];
}

/** Tables that are gone for a while: the API, pages and the executor's functions fail with their stacks. */
async function failures(place: Place): Promise<string[]> {
  const databaseUrl = embeddedDatabaseUrl(place.dataDir);
  const tables = ["customers", "users", "webhook_deliveries", "messages", "alerts"];
  const rename = (from: string, to: string) =>
    ask(databaseUrl, tables.map((one) => `ALTER TABLE ${one}${from} RENAME TO ${one}${to}`).join("; "));
  const wantedKey = [place.demo().live_key, place.demo().test_key, typed.madeUpKey];
  await rename("", "_away");
  const statuses: number[] = [];
  for (const key of wantedKey) {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const body = JSON.stringify({ email: typed.email, phone: `+254${typed.phone}`, name: typed.pin });
    const answer = await fetch(`${place.url}/api/v1/customers`, { method: "POST", headers, body });
    statuses.push(answer.status);
  }
  await send(place, "/sign-in", { email: typed.email, password: typed.password });
  // The executor runs each function once a minute.
  await sleep(65_000);
  await rename("_away", "");
  return statuses.includes(500) || statuses.includes(503)
    ? []
    : [`the API failed with ${statuses.join(", ")}`];
}
