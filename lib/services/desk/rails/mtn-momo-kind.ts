import { z } from "zod";
import { isCurrency } from "@/lib/domain/money";
import { networkOf } from "@/lib/domain/network";
import { type ProblemCode, type Problems, say } from "@/lib/domain/problem";
import { createMtnMomo } from "@/lib/providers/rails/mtn-momo/mtn-momo";
import { issueOf } from "@/lib/resources/issues";
import { key, secret } from "./fields";
import { type RailField, railKind } from "./kind";

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
    covers:
      "MTN’s wallets of one country, without anybody between: payments; payouts and refunds when contracted.",
    fields: [
      ...productFields("collection", "COLLECTION", "Collection", false),
      ...productFields("disbursement", "DISBURSEMENT", "Disbursement", true),
      {
        ...{ name: "targetEnvironment", variable: "RAIL_MTN_MOMO_TARGET_ENVIRONMENT", kind: "text" },
        ...{
          label: "Target environment",
          help: "As in the contract: mtnuganda, mtnghana …; sandbox for tests.",
        },
      },
      {
        ...{ name: "country", variable: "RAIL_MTN_MOMO_COUNTRY", label: "Country", kind: "text" },
        help: "Two letters, such as UG. One country a contract.",
      },
      {
        ...{ name: "currency", variable: "RAIL_MTN_MOMO_CURRENCY", label: "Currency", kind: "text" },
        ...{ help: "Only where it is not the usual one of that country.", isOptional: true },
      },
    ],
    steps: [
      "In MTN’s portal for developers, subscribe to Collection, and to Disbursement for payouts and refunds.",
      "Make an API user and an API key for each, with the host of the URL below as its callback host.",
      "Enter the subscription key, API user and API key of each product here, and the target environment of the contract.",
      "Keep a balance in the disbursement account: payouts and refunds are made from it.",
      "Where the contract names a host of its own, set RAIL_MTN_MOMO_BASE_URL in the environment.",
    ],
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
  create: (given, { callbackUrl, baseUrl, now, onOdd }) => {
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
      ...{ targetEnvironment, country, currency: given.currency ?? usual, callbackUrl, now, onOdd },
      ...(baseUrl ? { baseUrl } : {}),
    });
  },
});

function productFields(name: string, word: string, label: string, isOptional: boolean): RailField[] {
  const variable = `RAIL_MTN_MOMO_${word}`;
  const fields: RailField[] = [
    secret(`${name}SubscriptionKey`, `${variable}_SUBSCRIPTION_KEY`, `${label}: subscription key`),
    { name: `${name}ApiUser`, variable: `${variable}_API_USER`, label: `${label}: API user`, kind: "text" },
    secret(`${name}ApiKey`, `${variable}_API_KEY`, `${label}: API key`),
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
