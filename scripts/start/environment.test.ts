import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { parseOperatorEnv } from "@/lib/env";
import { withServer } from "../postgres";
import { appEnvironment, bareEnvironment } from "./environment";
import { summary, warningsOf } from "./summary";

const secrets = {
  ...{ secretKey: "s".repeat(44), databasePassword: "p", inngestEventKey: "e" },
  inngestSigningKey: "signkey-prod-00",
};
const given = { databaseUrl: "postgres://x", dataDir: "/data", dev: false, isOwnClock: true };
const own = { DATABASE_URL: "postgres://db.example.com/sente" };
const site = (SITE_URL: string, more: Record<string, string> = {}) => ({ SITE_URL, ...more });

/** What the app is started with where this is all that is set. */
function started(set: Record<string, string>) {
  for (const name of ["ALLOW_LOCAL_WEBHOOKS", "ALLOW_SANDBOX_RAIL", "WALLET_HOLD_MINUTES"])
    vi.stubEnv(name, set[name] ?? "");
  const environment = appEnvironment(parseOperatorEnv(set), secrets, given);
  vi.unstubAllEnvs();
  return environment;
}

test.each([
  [{}, "true", "1"],
  [site("http://127.0.0.1:3000"), "true", "1"],
  [site("http://[::1]:3000"), "true", "1"],
  [site("https://pay.example.com"), "false", "1440"],
  [site("http://192.168.1.7:3000"), "false", "1440"],
  [own, "false", "1440"],
  [site("https://pay.example.com", own), "false", "1440"],
])("with %j webhooks to this machine and play money: %s", (set, isOn, minutes) => {
  const { ALLOW_LOCAL_WEBHOOKS, ALLOW_SANDBOX_RAIL, WALLET_HOLD_MINUTES } = started(
    set as Record<string, string>,
  );
  expect([ALLOW_LOCAL_WEBHOOKS, ALLOW_SANDBOX_RAIL, WALLET_HOLD_MINUTES]).toEqual([isOn, isOn, minutes]);
});

test("what the operator sets holds, with a warning where others can come by", () => {
  const set = site("https://pay.example.com", { ALLOW_LOCAL_WEBHOOKS: "true", ALLOW_SANDBOX_RAIL: "yes" });
  expect(started(set)).toMatchObject({ ALLOW_LOCAL_WEBHOOKS: "true", ALLOW_SANDBOX_RAIL: "yes" });
  expect(warningsOf(parseOperatorEnv(set)).join("\n")).toMatch(
    /ALLOW_LOCAL_WEBHOOKS.*\n.*ALLOW_SANDBOX_RAIL/,
  );
});

test("a site that others reach by plain http is warned of; one's own machine, and https, are not", () => {
  expect(warningsOf(parseOperatorEnv(site("http://pay.example.com")))[0]).toContain("in clear");
  for (const url of ["https://pay.example.com", "http://localhost:3000"])
    expect(warningsOf(parseOperatorEnv(site(url)))).toEqual([]);
});

const login = { email: "owner@demo.example.com", password: "very-secret-word" };
const demo = {
  ...{ site_url: "x", base_url: "x/api/v1", owner: login, operator: login, store: { id: 1, slug: "s" } },
  ...{ live_key: "sk_live_sn_secret", test_key: "sk_test_sn_secret", products: [] },
  ...{ payment_link_url: "x/pay/1", invoice_url: null, product_url: null, mpesa_code: "SBX0123456789" },
  ...{ webhook_test_secret: "whsec_1", webhook_live_secret: "whsec_2" },
};

test("the first start in a terminal of one's own machine says how to sign in, and never the live key", () => {
  const settings = { SITE_URL: "http://localhost:3000", DATABASE_URL: undefined };
  const said = summary(settings, demo, "/data/demo.json", true);
  expect(said).toContain("very-secret-word");
  expect(said).toContain("sk_test_sn_secret");
  expect(said).not.toContain("sk_live_sn_secret");
});

test.each([
  [{ SITE_URL: "https://pay.example.com", DATABASE_URL: undefined }, true],
  [{ SITE_URL: "http://localhost:3000", DATABASE_URL: own.DATABASE_URL }, true],
  [{ SITE_URL: "http://localhost:3000", DATABASE_URL: undefined }, false],
])(
  "with %j, at a terminal: %j, no password and no key is printed, only where they are",
  (settings, isTty) => {
    const said = summary(settings, demo, "/data/demo.json", isTty);
    expect(said).not.toMatch(/secret|password|Bearer/);
    expect(said).toContain("/data/demo.json");
  },
);

test("PostgreSQL and what guards it run without the operator's secrets", async () => {
  vi.stubEnv("SECRET_OF_THE_OPERATOR", "do-not-pass-on");
  const environment = await withServer(async (_, dataDir) => {
    const [pid] = readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n");
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  });
  vi.unstubAllEnvs();
  expect(environment).toContain("LC_ALL=C");
  expect(environment).not.toContain("do-not-pass-on");
  expect(
    execFileSync("env", [], {
      env: bareEnvironment({}, { A_SECRET: "x", PATH: process.env.PATH, NODE_ENV: "test" }),
    }).toString(),
  ).not.toContain("A_SECRET");
}, 120_000);
