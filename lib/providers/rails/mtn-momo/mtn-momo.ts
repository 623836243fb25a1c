import { z } from "zod";
import type { Money } from "@/lib/domain/money";
import { networkOf, networks } from "@/lib/domain/network";
import { issueOf, type ProblemCode, type Problems, say } from "@/lib/domain/refusal";
import { key, optional, type RailField, railKind, secret } from "../kind";
import type { NetworkInfo, PaymentRail } from "../port";
import { networksBy } from "../wire/results";
import { balance, charge, chargeStatus, payout, refund, transferStatus } from "./operations";
import { createProduct, type MtnMomoConfig, type Product } from "./product";
import { networkCodeOf, parseCallback } from "./statuses";

/** MTN's wallets of one country, without an intermediary. Every reference is our id, so nothing happens twice. */
export function createMtnMomo(config: MtnMomoConfig): PaymentRail {
  const collection = createProduct(config, "collection", config.collection);
  const disbursement = config.disbursement && createProduct(config, "disbursement", config.disbursement);
  return {
    id: "mtn_momo",
    capabilities: {
      methods: ["mobile_money"],
      refund: disbursement ? "partial" : "none",
      payout: disbursement ? ["mobile_money"] : [],
      keeps: [],
      callbackAuth: "none",
    },
    networks: async ({ country, op }) =>
      op === "payout" && !disbursement ? [] : networksOf(config, country ?? config.country),
    charge: (request) => charge(collection, config, request),
    chargeStatus: ({ attemptId }) => chargeStatus(collection, config, attemptId),
    parseCallback: async (raw) => parseCallback(raw),
    holdings: () => holdings(config, collection, disbursement),
    ...(disbursement ? outOf(disbursement, config) : {}),
    health: () => health(config, collection, disbursement),
  };
}

/** Payouts and refunds, where contracted. */
function outOf(product: Product, config: MtnMomoConfig): Partial<PaymentRail> {
  return {
    payout: (request) => payout(product, config, request),
    payoutStatus: ({ payoutId }) => transferStatus(product, "payout", payoutId),
    refund: (request) => refund(product, config, request),
    refundStatus: ({ refundId }) => transferStatus(product, "refund", refundId),
    balance: () => balance(product, config),
  };
}

/** The collection account holds what payers paid; the disbursement account holds the float. */
async function holdings(config: MtnMomoConfig, ...products: (Product | undefined)[]): Promise<Money[]> {
  const held = await Promise.all(products.map((product) => (product ? balance(product, config) : [])));
  const minor = held.flat().reduce((sum, one) => sum + one.minor, 0n);
  return [{ minor, currency: config.currency }];
}

function networksOf({ country, currency, targetEnvironment }: MtnMomoConfig, asked: string): NetworkInfo[] {
  const network = networkCodeOf({ country });
  if (!network || asked !== country) return [];
  const all = networksBy([{ network }], country, (_, { auth, revive }) => ({
    railCode: targetEnvironment,
    auth,
    revive: revive && { steps: [revive.ussd, ...revive.menu] },
  }));
  return all.filter((one) => one.currency === currency);
}

async function health(config: MtnMomoConfig, ...products: (Product | undefined)[]) {
  if (!networkCodeOf(config))
    return { ok: false, detail: say("rail_check_mtn_country", { country: config.country }) };
  for (const product of products.filter((one) => one !== undefined)) {
    try {
      await balance(product, config);
    } catch {
      return { ok: false, detail: say("rail_check_mtn", { product: product.name }) };
    }
  }
  const mode = config.targetEnvironment;
  return {
    ok: true,
    detail: say(config.disbursement ? "rail_check_mtn_mode" : "rail_check_no_paying_out", { mode }),
  };
}

const keyShape = /^\S{8,500}$/;
const keyProblem = "rail_mtn_shape" satisfies ProblemCode;

const optionalKey = optional((text) => keyShape.test(text), keyProblem);

/** Those of MTN's wallets, each of which has one currency. */
const countries = networks.filter(({ code }) => code.startsWith("mtn_")).map(({ country }) => country);

export const mtnMomo = railKind({
  facts: {
    id: "mtn_momo",
    name: "MTN MoMo",
    fields: [
      ...productFields("collection", "Collection", false),
      ...productFields("disbursement", "Disbursement", true),
      { name: "targetEnvironment", label: "Target environment", kind: "text" },
      { name: "country", label: "Country", kind: "country", choices: countries },
    ],
    ...{ countries, keeps: [] },
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
    })
    .superRefine((given, context) => {
      const names = ["disbursementSubscriptionKey", "disbursementApiUser", "disbursementApiKey"] as const;
      const missing = names.filter((name) => given[name] === undefined);
      if (missing.length < names.length)
        for (const name of missing) context.addIssue({ ...issueOf(say("rail_mtn_all_three")), path: [name] });
    }),
  modeProblems: ({ targetEnvironment }, livemode) =>
    problemsOfMode(targetEnvironment === "sandbox", livemode),
  create: (given, context) => {
    const { targetEnvironment, country } = given;
    const currency = networkOf(mtnOf(country))?.terms[0]?.currency ?? "";
    const out = {
      subscriptionKey: given.disbursementSubscriptionKey ?? "",
      apiUser: given.disbursementApiUser ?? "",
      apiKey: given.disbursementApiKey ?? "",
    };
    return createMtnMomo({
      ...{ ...context, targetEnvironment, country, currency },
      collection: {
        subscriptionKey: given.collectionSubscriptionKey,
        apiUser: given.collectionApiUser,
        apiKey: given.collectionApiKey,
      },
      ...(out.subscriptionKey === "" ? {} : { disbursement: out }),
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
