import { z } from "zod";
import { isCurrency } from "@/lib/domain/money";
import { networkOf } from "@/lib/domain/network";
import { key, type RailField, railKind, secret } from "../kind";
import { createMtnMomo } from "./mtn-momo";

const keyShape = /^\S{8,500}$/;
const keyProblem = "This does not look like what MTN gives out.";

/** An empty field is one that was not filled in. */
const optional = z
  .string()
  .trim()
  .optional()
  .transform((text) => text || undefined);
const optionalKey = optional.refine((text) => text === undefined || keyShape.test(text), keyProblem);

const productNeeds = "Enter all three keys of paying out, or none.";

export const mtnMomo = railKind({
  facts: {
    id: "mtn_momo",
    name: "MTN MoMo",
    fields: [
      ...productFields("collection", "Collection", false),
      ...productFields("disbursement", "Disbursement", true),
      {
        ...{ name: "targetEnvironment", label: "Target environment", kind: "text" },
        help: "As in the contract: mtnuganda, mtnghana …; sandbox for tests.",
      },
      {
        ...{ name: "country", label: "Country", kind: "text" },
        help: "Two letters, such as UG. One country a contract.",
      },
      {
        ...{ name: "currency", label: "Currency", kind: "text" },
        ...{ help: "Only where it is not the usual one of that country.", isOptional: true },
      },
    ],
    routing: { "charge/mobile_money": 4, "charge/card": null, "payout/mobile_money": 4, "payout/bank": null },
  },
  credentials: z
    .object({
      collectionSubscriptionKey: key("Enter the subscription key.", keyShape, keyProblem),
      collectionApiUser: key("Enter the API user.", keyShape, keyProblem),
      collectionApiKey: key("Enter the API key.", keyShape, keyProblem),
      disbursementSubscriptionKey: optionalKey,
      disbursementApiUser: optionalKey,
      disbursementApiKey: optionalKey,
      targetEnvironment: key(
        "Enter the target environment.",
        /^[a-z]{3,30}$/,
        "A target environment is one word in small letters, such as mtnuganda.",
      ),
      country: z
        .string("Enter the country.")
        .trim()
        .toUpperCase()
        .refine(
          (text) => networkOf(mtnOf(text)) !== null,
          "Enter a country in which MTN MoMo is offered, such as UG.",
        ),
      currency: optional
        .transform((text) => text?.toUpperCase())
        .refine((text) => text === undefined || isCurrency(text), "Enter a currency code such as UGX."),
    })
    .superRefine((given, context) => {
      const names = ["disbursementSubscriptionKey", "disbursementApiUser", "disbursementApiKey"] as const;
      const missing = names.filter((name) => given[name] === undefined);
      if (missing.length < names.length)
        for (const name of missing) context.addIssue({ code: "custom", path: [name], message: productNeeds });
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

function productFields(name: string, label: string, isOptional: boolean): RailField[] {
  const fields: RailField[] = [
    secret(`${name}SubscriptionKey`, `${label}: subscription key`),
    { name: `${name}ApiUser`, label: `${label}: API user`, kind: "text" },
    secret(`${name}ApiKey`, `${label}: API key`),
  ];
  return isOptional ? fields.map((field) => ({ ...field, isOptional })) : fields;
}

function problemsOfMode(isSandbox: boolean, livemode: boolean): Record<string, string[]> {
  if (isSandbox !== livemode) return {};
  const problem = livemode
    ? "The sandbox is for test mode, and the mode is live."
    : "In test mode the target environment is sandbox.";
  return { targetEnvironment: [problem] };
}

/** Our code of MTN's wallet in a country. */
function mtnOf(country: string): string {
  return `mtn_${country.toLowerCase()}`;
}
