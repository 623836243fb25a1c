import { z } from "zod";
import type { Money } from "@/lib/domain/money";
import { say } from "@/lib/domain/refusal";
import type { PaymentRail } from "../port";
import { feeFromMajor } from "../wire/amounts";
import { type Client, createClient } from "../wire/client";
import type { AdapterOptions } from "../wire/options";
import { parseCallback } from "./callbacks";
import { charge, chargeStatus, type InFlight, promptTtlSeconds } from "./charges";
import { disputes, newDisputes } from "./disputes";
import { networks, reaches } from "./networks";
import { refund, refundStatus } from "./refunds";
import { statement } from "./statement";
import { envelopeOf } from "./statuses";
import { payout, payoutStatus } from "./transfers";

export interface FlutterwaveConfig extends AdapterOptions {
  /** `FLWSECK_TEST-…` or `FLWSECK-…`. */
  secretKey: string;
  /** The secret hash of the dashboard, which every callback carries. */
  webhookHash: string;
  /** The domain of the made-up e-mail address for payers who gave none. */
  mailDomain: string;
  /** The sender's name, sent with payouts to M-Pesa. */
  senderName: string;
}

const flutterwaveUrl = "https://api.flutterwave.com/v3";

/** Cards on Flutterwave's page, mobile money by its API v3, payouts to wallets and banks. References are our ids. */
export function createFlutterwave(config: FlutterwaveConfig): PaymentRail {
  const { secretKey, webhookHash, mailDomain, senderName } = config;
  const auth = { authorization: `Bearer ${secretKey}` };
  const client = createClient("flutterwave", config.baseUrl ?? flutterwaveUrl, auth, config);
  const inFlight: InFlight = new Map();
  return {
    id: "flutterwave",
    capabilities: {
      methods: ["card", "mobile_money"],
      refund: "partial",
      payout: ["mobile_money", "bank"],
      keeps: [],
      callbackAuth: "shared_secret",
      callbackUrlPerRequest: false,
      emailRequired: true,
      promptTtlSeconds,
    },
    networks: async (query) => networks(query),
    reaches,
    charge: (request) => charge(client, mailDomain, inFlight, request),
    chargeStatus: (ref) => chargeStatus(client, ref),
    disputes: ({ attemptId }) => disputes(client, attemptId),
    newDisputes: () => newDisputes(client),
    parseCallback: async (raw) => parseCallback(webhookHash, raw),
    payout: (request) => payout(client, senderName, request),
    payoutStatus: ({ payoutId }) => payoutStatus(client, payoutId),
    banks: (country) => banks(client, country),
    refund: (request) => refund(client, request),
    refundStatus: (ref) => refundStatus(client, ref),
    balance: () => balance(client),
    statement: (range) => statement(client, range),
    health: () => health(client),
  };
}

async function banks(client: Client, country: string): Promise<{ code: string; name: string }[]> {
  const path = `/banks/${encodeURIComponent(country)}`;
  const said = envelopeOf(client, "GET /banks", await client.call({ method: "GET", path }));
  const found = banksShape.safeParse(said?.isGood ? said.data : null);
  if (!found.success) throw new Error("The banks of Flutterwave could not be read.");
  return found.data.map(({ code, name }) => ({ code, name }));
}

const banksShape = z.array(z.object({ code: z.string(), name: z.string() }));

async function balance(client: Client): Promise<Money[]> {
  const said = envelopeOf(client, "GET /balances", await client.call({ method: "GET", path: "/balances" }));
  const found = balancesShape.safeParse(said?.isGood ? said.data : null);
  if (!found.success) throw new Error("The balances of Flutterwave could not be read.");
  return found.data.flatMap((row) => feeFromMajor(row.available_balance, row.currency) ?? []);
}

const balancesShape = z.array(z.object({ currency: z.string(), available_balance: z.number() }));

async function health(client: Client) {
  try {
    const held = await balance(client);
    return {
      ok: true,
      detail: say("rail_check_says", { said: held.map(({ currency }) => currency).join(", ") }),
    };
  } catch {
    return { ok: false, detail: say("rail_check_flutterwave") };
  }
}
