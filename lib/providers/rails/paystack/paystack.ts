import { z } from "zod";
import type { Money } from "@/lib/domain/money";
import { say } from "@/lib/domain/refusal";
import type { PaymentRail } from "../port";
import { fromHundredths } from "../wire/amounts";
import { type Client, createClient } from "../wire/client";
import type { AdapterOptions } from "../wire/options";
import { banks, resolveAccount } from "./banks";
import { parseCallback } from "./callbacks";
import { charge, chargeStatus, disputes, submitInput } from "./charges";
import { chargeKept, forget } from "./kept-charges";
import { networks, reaches } from "./networks";
import { refund, refundStatus } from "./refunds";
import { statement } from "./statement";
import { envelopeOf, promptMs } from "./statuses";
import { payout, payoutStatus } from "./transfers";

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
  const client = createClient("paystack", config.baseUrl ?? paystackUrl, auth, config);
  return {
    id: "paystack",
    capabilities: {
      methods: ["card", "mobile_money"],
      refund: "partial",
      payout: ["mobile_money", "bank"],
      keeps: ["card"],
      callbackAuth: "signed",
      callbackUrlPerRequest: false,
      emailRequired: true,
      promptTtlSeconds: promptMs / 1000,
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
    health: () => health(client),
  };
}

async function balance(client: Client): Promise<Money[]> {
  const said = envelopeOf(client, "GET /balance", await client.call({ method: "GET", path: "/balance" }));
  const found = balancesShape.safeParse(said?.status ? said.data : null);
  if (!found.success) throw new Error("The balances of Paystack could not be read.");
  return found.data.flatMap((row) => fromHundredths(row.balance, row.currency) ?? []);
}

const balancesShape = z.array(z.object({ currency: z.string(), balance: z.number() }));

async function health(client: Client) {
  try {
    const held = await balance(client);
    return {
      ok: true,
      detail: say("rail_check_says", { said: held.map(({ currency }) => currency).join(", ") }),
    };
  } catch {
    return { ok: false, detail: say("rail_check_paystack") };
  }
}
