import { afterEach, expect, test } from "vitest";
import { startMtnMomo } from "@/e2e/emulators/mtn-momo";
import { startStripe } from "@/e2e/emulators/stripe";
import { say } from "@/lib/domain/problem";
import type { Credentials } from "@/lib/services/core/rails";
import type { RailContext } from "./kind";
import { kindOf } from "./registry";

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
    ...{ serviceName: "Sente", baseUrl, now: () => new Date(), onOdd: () => {} },
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
  expect(problems("mtn_momo", { ...uganda, country: "ug", currency: "shilling" })).toEqual(["currency"]);
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
