import { z } from "zod";
import type { Money } from "@/lib/domain/money";
import { say } from "@/lib/domain/refusal";
import { key, modeOf, railKind, secret } from "../kind";
import type { PaymentRail } from "../port";
import { type AdapterOptions, createClient, type EnvelopeClient, inEnvelopes } from "../wire/client";
import { healthBy } from "../wire/results";
import { fromHundredths } from "../wire/text";
import { parseCallback } from "./callbacks";
import { charge, chargeKept, chargeStatus, disputes, forget, submitInput } from "./charges";
import { statement } from "./lists";
import { bankTypeOf, networks, reaches } from "./networks";
import { payout, payoutStatus, refund, refundStatus } from "./transfers";

export interface PaystackConfig extends AdapterOptions {
  /** `sk_test_…` or `sk_live_…`; it signs the callbacks too. */
  secretKey: string;
  /** Paystack requires an e-mail address of every payer: without one, an address at this domain is made up. */
  mailDomain: string;
}

const paystackUrl = "https://api.paystack.co";

/** Cards on Paystack's page, mobile money on ours, payouts to wallets and banks. References are our ids. */
export function createPaystack(config: PaystackConfig): PaymentRail {
  const { secretKey, mailDomain } = config;
  const auth = { authorization: `Bearer ${secretKey}` };
  const client = inEnvelopes(createClient("paystack", config.baseUrl ?? paystackUrl, auth, config), true);
  return {
    id: "paystack",
    capabilities: {
      methods: ["card", "mobile_money"],
      refund: "partial",
      payout: ["mobile_money", "bank"],
      keeps: ["card"],
      callbackAuth: "signed",
    },
    networks: async (query) => networks(query),
    reaches,
    charge: (request) => charge(client, mailDomain, request),
    chargeKept: (request) => chargeKept(client, request),
    forget: (token) => forget(client, token),
    submitInput: ({ attemptId }, value) => submitInput(client, attemptId, value),
    chargeStatus: ({ attemptId, paid }) => chargeStatus(client, attemptId, paid),
    disputes: ({ attemptId }) => disputes(client, attemptId),
    parseCallback: (raw) => parseCallback(client, secretKey, raw),
    payout: (request) => payout(client, request),
    payoutStatus: ({ payoutId }) => payoutStatus(client, payoutId),
    banks: (country) => banks(client, country),
    resolveAccount: (account) => resolveAccount(client, account),
    refund: (request) => refund(client, request),
    refundStatus: (ref) => refundStatus(client, ref),
    balance: () => balance(client),
    statement: (range) => statement(client, range),
    health: () => healthBy(() => balance(client), say("rail_check_paystack")),
  };
}

async function balance(client: EnvelopeClient): Promise<Money[]> {
  const found = await client.read(balancesShape, "/balance");
  if (!found) throw new Error("The balances of Paystack could not be read.");
  return found.flatMap((row) => fromHundredths(row.balance, row.currency) ?? []);
}

const balancesShape = z.array(z.object({ currency: z.string(), balance: z.number() }));

export async function banks(
  client: EnvelopeClient,
  country: string,
): Promise<{ code: string; name: string }[]> {
  const kind = bankTypeOf(country);
  if (!kind) return [];
  const found = await client.read(banksShape, "/bank", kind);
  if (!found) throw new Error("The banks of Paystack could not be read.");
  return found;
}

const banksShape = z.array(z.object({ code: z.string(), name: z.string() }));

/** The countries in which Paystack returns the account holder's name. */
const told = ["NG", "GH"];

export async function resolveAccount(
  client: EnvelopeClient,
  { country, bankCode, accountNumber }: { country: string; bankCode: string; accountNumber: string },
): Promise<{ name: string | null } | null> {
  if (!told.includes(country)) return { name: null };
  const said = await client.get("/bank/resolve", { account_number: accountNumber, bank_code: bankCode });
  if (said && !said.isGood && /could not resolve|invalid account/i.test(said.message)) return null;
  const found = holderShape.safeParse(said?.isGood ? said.data : null);
  return { name: found.success ? found.data.account_name.trim() || null : null };
}

const holderShape = z.object({ account_name: z.string().max(200) });

export const paystack = railKind({
  facts: {
    id: "paystack",
    name: "Paystack",
    fields: [secret("secretKey", "Secret key")],
    countries: ["NG", "GH", "ZA", "KE", "CI"],
    keeps: ["card"],
    routing: { "charge/mobile_money": 2, "charge/card": 2, "payout/mobile_money": 2, "payout/bank": 1 },
  },
  credentials: z.object({
    secretKey: key("rail_key", /^sk_(live|test)_\S{8,200}$/, "rail_paystack_key"),
  }),
  modeProblems: ({ secretKey }, livemode) => modeOf("secretKey", secretKey.startsWith("sk_live_"), livemode),
  create: (credentials, context) => createPaystack({ ...credentials, ...context }),
});
