import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { startMtnMomo } from "@/e2e/emulators/mtn-momo";
import { startStripe } from "@/e2e/emulators/stripe";
import { say } from "@/lib/domain/refusal";
import { railVariables } from "@/lib/env-rails";
import { emulatedRails } from "@/lib/testing/rails/harnesses";
import { readTexts } from "@/lib/text/catalogue";
import { problemText } from "@/lib/text/problem";
import { type Credentials, type RailContext, type RoutedWay, variableOf } from "./kind";
import { kindOf, railKinds } from "./kinds";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const collection = {
  collectionSubscriptionKey: "0123456789abcdef",
  collectionApiUser: "9f1c1f6e-0000-4000-8000-000000000000",
  collectionApiKey: "0123456789abcdef",
};
const uganda: Credentials = { ...collection, targetEnvironment: "mtnuganda", country: "UG" };

function problems(rail: string, credentials: Credentials, livemode = true): string[] {
  return Object.keys(kindOf(rail)?.problems(credentials, livemode) ?? { none: [] });
}

function context(baseUrl: string): RailContext {
  return {
    ...{ livemode: true, callbackUrl: "https://pay.example.com/api/rails/x", mailDomain: "example.com" },
    ...{ serviceName: "Sente", baseUrl, now: () => new Date(), onAnomaly: () => {} },
    tokens: { read: async () => null, keep: async () => {} },
  };
}

test("of MTN, paying out is set up with all its keys or not at all", () => {
  expect(problems("mtn_momo", uganda)).toEqual([]);
  const empty = { disbursementSubscriptionKey: "", disbursementApiUser: "", disbursementApiKey: "" };
  expect(problems("mtn_momo", { ...uganda, ...empty })).toEqual([]);
  expect(problems("mtn_momo", { ...uganda, disbursementApiUser: "an-api-user" })).toEqual([
    "disbursementSubscriptionKey",
    "disbursementApiKey",
  ]);
});

test("MTN's sandbox is for test mode and nothing else is; a country without MTN is refused", () => {
  const sandbox = { ...uganda, targetEnvironment: "sandbox" };
  expect(problems("mtn_momo", sandbox)).toEqual(["targetEnvironment"]);
  expect(problems("mtn_momo", sandbox, false)).toEqual([]);
  expect(problems("mtn_momo", uganda, false)).toEqual(["targetEnvironment"]);
  expect(problems("mtn_momo", { ...uganda, country: "KE" })).toEqual(["country"]);
});

test("MTN is made in the currency of its country, and speaks with these keys", async () => {
  const emulator = await startMtnMomo();
  open.push(emulator);
  const { collection: taking, disbursement: giving } = emulator.keys;
  const rail = kindOf("mtn_momo")?.create(
    {
      ...uganda,
      collectionSubscriptionKey: ` ${taking.subscriptionKey}\n`,
      collectionApiUser: taking.apiUser,
      collectionApiKey: taking.apiKey,
      disbursementSubscriptionKey: giving.subscriptionKey,
      disbursementApiUser: giving.apiUser,
      disbursementApiKey: giving.apiKey,
    },
    { ...context(emulator.url), now: () => new Date(emulator.now()) },
  );
  expect(await rail?.health()).toEqual({
    ok: true,
    detail: say("rail_check_mtn_mode", { mode: "mtnuganda" }),
  });
  expect(await rail?.networks({ op: "payout" })).toMatchObject([{ code: "mtn_ug", currency: "UGX" }]);
});

test("Stripe's keys tell their mode, and a signing secret is no key", async () => {
  const webhookSecret = "whsec_0123456789";
  for (const secretKey of ["sk_live_0123456789", "rk_live_0123456789"]) {
    expect(problems("stripe", { secretKey, webhookSecret })).toEqual([]);
    expect(problems("stripe", { secretKey, webhookSecret }, false)).toEqual(["secretKey"]);
  }
  expect(problems("stripe", { secretKey: webhookSecret, webhookSecret: "sk_live_0123456789" })).toEqual([
    "secretKey",
    "webhookSecret",
  ]);
  const emulator = await startStripe();
  open.push(emulator);
  const { secretKey } = emulator;
  const rail = kindOf("stripe")?.create({ secretKey, webhookSecret }, context(emulator.url));
  expect(await rail?.health()).toMatchObject({ ok: true });
});

describe.each(railKinds.map((kind) => [kind.name, kind] as const))("%s", (_name, kind) => {
  test("says what is missing, field by field, in sentences", () => {
    const problems = kind.problems({}, true);
    const needed = kind.fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
    expect(Object.keys(problems).sort()).toEqual(needed.sort());
    for (const problem of Object.values(problems).flat())
      expect(problemText("en", problem)).toMatch(/^[A-Z].*\.$/);
  });

  test("can be set up by the environment: each field has a variable, and its page names it", () => {
    const page = readFileSync(`docs/rails/${kind.id.replace("_", "-")}.md`, "utf8");
    for (const { name } of [...kind.fields, { name: "mode" }]) {
      const variable = variableOf(kind.id, name);
      expect(variable).toMatch(/^RAIL_[A-Z_]+$/);
      expect(page).toContain(`\`${variable}`);
    }
  });

  test("tells the operator what it is good for, and what to do at the provider", () => {
    const texts = readTexts("operator", "en");
    const steps = Object.entries(texts).filter(([key]) => key.startsWith(`railStep_${kind.id}_`));
    expect(steps.length).toBeGreaterThan(1);
    for (const said of [texts[`railCovers_${kind.id}`], ...steps.map(([, step]) => step)])
      expect(said).toMatch(/^[A-Z].*\.$/i);
  });
});

describe.each(emulatedRails)("%s", (_name, create) => {
  test("says where it takes payments and what its adapter keeps, and its page says it too", async () => {
    const { rail, close } = await create();
    open.push({ close });
    expect(kindOf(rail.id)?.keeps).toEqual(rail.capabilities.keeps);
    const there = (await rail.networks({ op: "charge" })).map(({ country }) => country);
    expect(kindOf(rail.id)?.countries).toEqual(expect.arrayContaining(there));
    const page = readFileSync(`docs/rails/${rail.id.replace("_", "-")}.md`, "utf8");
    expect(page).toContain(
      rail.capabilities.keeps.length > 0 ? "| Keeps cards for later | yes" : "| Keeps cards for later | no",
    );
  });

  test("is routed to for all that its adapter can do, and for nothing else", async () => {
    const { rail, close } = await create();
    open.push({ close });
    const { methods, payout } = rail.capabilities;
    const able = [
      ...methods.map((method) => `charge/${method}`),
      ...(rail.payout ? payout.map((method) => `payout/${method}`) : []),
    ];
    const routing = Object.entries(kindOf(rail.id)?.routing ?? {});
    expect(routing.flatMap(([way, place]) => (place === null ? [] : [way])).sort()).toEqual(able.sort());
  });
});

test("no two rails have the same place for one way to pay", () => {
  const ways = Object.keys(railKinds[0]?.routing ?? {}) as RoutedWay[];
  for (const way of ways) {
    const places = railKinds.flatMap(({ routing }) => routing[way] ?? []);
    expect(new Set(places).size, way).toBe(places.length);
  }
});

test("of an environment only the variables of rails are handed on, trimmed, and none that is empty", () => {
  const values = { SECRET_KEY: "no", RAIL_PAYSTACK_SECRET_KEY: " sk_live_x\n", RAIL_STRIPE_MODE: " " };
  expect(railVariables({ ...values, RAIL_STRIPE_SECRET_KEY: undefined })).toEqual({
    RAIL_PAYSTACK_SECRET_KEY: "sk_live_x",
  });
});
