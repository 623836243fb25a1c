import { expect, test } from "vitest";
import type { Problem } from "@/lib/domain/refusal";
import type { Credentials } from "@/lib/providers/rails/kind";
import { railKinds } from "@/lib/providers/rails/kinds";
import type { RailSetting } from "@/lib/services/core/rails";
import { readTexts } from "@/lib/text/catalogue";
import { problemText } from "@/lib/text/problem";
import { modeProblems, problemsOf } from "./settings";

test("every problem of every rail has its words, whatever was typed and in either mode", () => {
  const typed = [
    ...["", "x", "sk_live_0123456789abcdef", "sk_test_0123456789abcdef"],
    ...["FLWSECK-0123456789ab", "FLWSECK_TEST-0123456789"],
  ];
  const found = railKinds.flatMap((kind) =>
    [undefined, ...typed].flatMap((text) =>
      [true, false].flatMap((livemode) => {
        const all: Credentials = Object.fromEntries(
          kind.fields.flatMap(({ name }) => (text === undefined ? [] : [[name, text]])),
        );
        const targetEnvironment = livemode ? "sandbox" : "mtnuganda";
        const mtn = { ...all, country: "UG", currency: "UGX", targetEnvironment };
        const { disbursementSubscriptionKey: _, ...one } = mtn as Credentials;
        const whsec = { ...all, webhookSecret: "whsec_0123456789", webhookHash: "0123456789abcdef" };
        return [all, mtn, one, whsec].flatMap((credentials) =>
          Object.values(kind.problems(credentials, livemode)).flat(),
        );
      }),
    ),
  );
  const codes = new Set(found.map(({ code }) => code));
  expect(codes.size).toBeGreaterThan(20);
  const known = readTexts("problem", "en");
  expect([...codes].filter((code) => !(code in known))).toEqual([]);
});

test("why a rail is not used beside the others is told whole in French", () => {
  const rail = (id: RailSetting["id"], livemode: boolean, credentials: RailSetting["credentials"] = {}) => ({
    ...{ id, livemode, credentials, enabled: true, source: "settings" as const },
    ...{ baseUrl: null, version: "", updatedAt: null, updatedBy: null },
  });
  const live = [rail("stripe", true), rail("paystack", true)];
  const told = [
    ...(problemsOf(rail("pawapay", false, null), []).form ?? []),
    ...(problemsOf(rail("pawapay", false), live.slice(1)).form ?? []),
    ...(problemsOf(rail("pawapay", false), live).form ?? []),
    ...modeProblems("pawapay", false, live),
    ...modeProblems("stripe", true, [rail("pawapay", false)]),
  ].map((problem: Problem) => problemText("fr", problem));
  expect(told).toHaveLength(5);
  const english = /\b(and|mode,|live|sellers)\b/;
  expect(told.filter((one) => english.test(one.replaceAll(/mode (test|réel),/g, "")))).toEqual([]);
  expect(told[2]).toContain("Stripe et Paystack sont en mode réel");
});
