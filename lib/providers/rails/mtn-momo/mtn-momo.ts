import type { Money } from "@/lib/domain/money";
import { networkOf, termsOf } from "@/lib/domain/network";
import { say } from "@/lib/domain/refusal";
import type { NetworkInfo, PaymentRail } from "../port";
import { charge, chargeStatus, promptTtlSeconds } from "./charges";
import { createProduct, type MtnMomoConfig, type Product } from "./product";
import { networkCodeOf, parseCallback } from "./statuses";
import { balance, payout, refund, transferStatus } from "./transfers";

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
      callbackUrlPerRequest: true,
      emailRequired: false,
      promptTtlSeconds,
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

/** MTN does not report the health of its wallets: they count as up. */
function networksOf(config: MtnMomoConfig, country: string): NetworkInfo[] {
  const row = networkOf(networkCodeOf(config) ?? "");
  const terms = row && termsOf(row, config.currency);
  if (!row || !terms || country !== config.country) return [];
  return [
    {
      code: row.code,
      railCode: config.targetEnvironment,
      displayName: row.displayName,
      country: row.country,
      currency: terms.currency,
      min: terms.min,
      max: terms.max,
      decimals: terms.decimals,
      health: "up",
      auth: row.auth,
      revive: row.revive && { steps: [row.revive.ussd, ...row.revive.menu] },
    },
  ];
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
