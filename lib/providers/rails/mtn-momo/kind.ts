import { z } from "zod";
import { isCurrency } from "@/lib/domain/money";
import { networkOf } from "@/lib/domain/network";
import { issueOf, type ProblemCode, type Problems, say } from "@/lib/domain/refusal";
import { key, type RailField, railKind, secret } from "../kind";
import { createMtnMomo } from "./mtn-momo";

const keyShape = /^\S{8,500}$/;
const keyProblem = "rail_mtn_shape" satisfies ProblemCode;

/** An empty field is one that was not filled in. */
const optional = z
  .string()
  .trim()
  .optional()
  .transform((text) => text || undefined);
const optionalKey = optional.refine((text) => text === undefined || keyShape.test(text), keyProblem);

export const mtnMomo = railKind({
  facts: {
    id: "mtn_momo",
    name: "MTN MoMo",
    fields: [
      ...productFields("collection", "Collection", false),
      ...productFields("disbursement", "Disbursement", true),
      { name: "targetEnvironment", label: "Target environment", kind: "text" },
      { name: "country", label: "Country", kind: "text" },
      { name: "currency", label: "Currency", kind: "text", isOptional: true },
    ],
    keeps: [],
    routing: { "charge/mobile_money": 4, "charge/card": null, "payout/mobile_money": 4, "payout/bank": null },
  },
  credentials: z
    .object({
      collectionSubscriptionKey: key("rail_mtn_subscription", keyShape, keyProblem),
      collectionApiUser: key("rail_mtn_user", keyShape, keyProblem),
      collectionApiKey: key("rail_mtn_key", keyShape, keyProblem),
      disbursementSubscriptionKey: optionalKey,
      disbursementApiUser: optionalKey,
      disbursementApiKey: optionalKey,
      targetEnvironment: key("rail_mtn_target", /^[a-z]{3,30}$/, "rail_mtn_target_shape"),
      country: z
        .string("rail_mtn_country" satisfies ProblemCode)
        .trim()
        .toUpperCase()
        .refine((text) => networkOf(mtnOf(text)) !== null, "rail_mtn_country_shape" satisfies ProblemCode),
      currency: optional
        .transform((text) => text?.toUpperCase())
        .refine((text) => text === undefined || isCurrency(text), "rail_mtn_currency" satisfies ProblemCode),
    })
    .superRefine((given, context) => {
      const names = ["disbursementSubscriptionKey", "disbursementApiUser", "disbursementApiKey"] as const;
      const missing = names.filter((name) => given[name] === undefined);
      if (missing.length < names.length)
        for (const name of missing) context.addIssue({ ...issueOf(say("rail_mtn_all_three")), path: [name] });
    }),
  modeProblems: ({ targetEnvironment }, livemode) =>
    problemsOfMode(targetEnvironment === "sandbox", livemode),
  create: (given, { callbackUrl, baseUrl, now, onAnomaly }) => {
    const { targetEnvironment, country } = given;
    const usual = networkOf(mtnOf(country))?.terms[0]?.currency ?? "";
    const out = {
      subscriptionKey: given.disbursementSubscriptionKey ?? "",
      apiUser: given.disbursementApiUser ?? "",
      apiKey: given.disbursementApiKey ?? "",
    };
    return createMtnMomo({
      collection: {
        subscriptionKey: given.collectionSubscriptionKey,
        apiUser: given.collectionApiUser,
        apiKey: given.collectionApiKey,
      },
      ...(out.subscriptionKey === "" ? {} : { disbursement: out }),
      ...{ targetEnvironment, country, currency: given.currency ?? usual, callbackUrl, now, onAnomaly },
      ...(baseUrl ? { baseUrl } : {}),
    });
  },
});

function productFields(name: string, label: string, isOptional: boolean): RailField[] {
  const fields: RailField[] = [
    secret(`${name}SubscriptionKey`, `${label}: subscription key`),
    { name: `${name}ApiUser`, label: `${label}: API user`, kind: "text" },
    secret(`${name}ApiKey`, `${label}: API key`),
  ];
  return isOptional ? fields.map((field) => ({ ...field, isOptional })) : fields;
}

function problemsOfMode(isSandbox: boolean, livemode: boolean): Problems {
  if (isSandbox !== livemode) return {};
  return { targetEnvironment: [say(livemode ? "rail_mtn_sandbox" : "rail_mtn_test_sandbox")] };
}

/** Our code of MTN's wallet in a country. */
function mtnOf(country: string): string {
  return `mtn_${country.toLowerCase()}`;
}
