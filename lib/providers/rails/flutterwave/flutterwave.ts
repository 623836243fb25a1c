import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Money } from "@/lib/domain/money";
import { say } from "@/lib/domain/refusal";
import { key, modeOf, railKind, secret } from "../kind";
import type { CallbackVerdict, PaymentRail, RawCallback } from "../port";
import { type AdapterOptions, createClient, type EnvelopeClient, inEnvelopes } from "../wire/client";
import { believed, disbelieved, healthBy, isSame, readJson } from "../wire/results";
import { feeFromMajor } from "../wire/text";
import { charge, chargeStatus, type InFlight } from "./charges";
import { disputes, newDisputes, statement } from "./lists";
import { networks, reaches } from "./networks";
import { payout, payoutStatus, refund, refundStatus } from "./transfers";

export interface FlutterwaveConfig extends AdapterOptions {
  /** `FLWSECK_TEST-…` or `FLWSECK-…`. */
  secretKey: string;
  /** The secret hash of the dashboard, which every callback carries. */
  webhookHash: string;
  /** The domain of the made-up e-mail address for payers who gave none. */
  mailDomain: string;
  /** The sender's name, sent with payouts to M-PESA. */
  senderName: string;
}

const flutterwaveUrl = "https://api.flutterwave.com/v3";

/** Cards on Flutterwave's page, mobile money by its API v3, payouts to wallets and banks. References are our ids. */
export function createFlutterwave(config: FlutterwaveConfig): PaymentRail {
  const { secretKey, webhookHash, mailDomain, senderName } = config;
  const auth = { authorization: `Bearer ${secretKey}` };
  const base = createClient("flutterwave", config.baseUrl ?? flutterwaveUrl, auth, config);
  const client = inEnvelopes(base, "success");
  const inFlight: InFlight = new Map();
  return {
    id: "flutterwave",
    capabilities: {
      methods: ["card", "mobile_money"],
      refund: "partial",
      payout: ["mobile_money", "bank"],
      keeps: [],
      callbackAuth: "shared_secret",
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
    health: () => healthBy(() => balance(client), say("rail_check_flutterwave")),
  };
}

async function banks(client: EnvelopeClient, country: string): Promise<{ code: string; name: string }[]> {
  const found = await client.read(banksShape, `/banks/${encodeURIComponent(country)}`);
  if (!found) throw new Error("The banks of Flutterwave could not be read.");
  return found;
}

const banksShape = z.array(z.object({ code: z.string(), name: z.string() }));

async function balance(client: EnvelopeClient): Promise<Money[]> {
  const found = await client.read(balancesShape, "/balances");
  if (!found) throw new Error("The balances of Flutterwave could not be read.");
  return found.flatMap((row) => feeFromMajor(row.available_balance, row.currency) ?? []);
}

const balancesShape = z.array(z.object({ currency: z.string(), available_balance: z.number() }));

export const flutterwave = railKind({
  facts: {
    id: "flutterwave",
    name: "Flutterwave",
    fields: [secret("secretKey", "Secret key"), secret("webhookHash", "Secret hash")],
    countries: ["NG", "UG", "RW", "ZM", "GH", "TZ", "KE", "CI", "SN", "CM"],
    keeps: [],
    routing: { "charge/mobile_money": 3, "charge/card": 3, "payout/mobile_money": 3, "payout/bank": 2 },
  },
  credentials: z.object({
    secretKey: key("rail_key", /^FLWSECK(_TEST)?-\S{8,200}$/, "rail_flutterwave_key"),
    webhookHash: key("rail_hash", /^\S{16,200}$/, "rail_hash_shape"),
  }),
  modeProblems: ({ secretKey }, livemode) =>
    modeOf("secretKey", !secretKey.startsWith("FLWSECK_TEST-"), livemode),
  create: (credentials, context) =>
    createFlutterwave({ ...credentials, ...context, senderName: context.serviceName }),
});

/** The callback carries a static secret, which does not prove its body: it is only a hint to poll. */
export function parseCallback(webhookHash: string, raw: RawCallback): CallbackVerdict {
  if (!isAuthentic(webhookHash, raw)) return disbelieved("shared_secret", 401);
  const found = readJson(bodyShape, raw.body);
  return believed("shared_secret", found && eventsOf(found));
}

/** The newer header, which signs the body with the same secret, is accepted too. */
function isAuthentic(webhookHash: string, { headers, body }: RawCallback): boolean {
  if (webhookHash === "") return false;
  const signature = createHmac("sha256", webhookHash).update(body).digest("base64");
  return isSame(headers["verif-hash"], webhookHash) || isSame(headers["flutterwave-signature"], signature);
}

const idShape = z.union([z.number(), z.string()]);
const bodyShape = z.union([
  z.object({
    event: z.string(),
    data: z.object({
      id: idShape.optional(),
      status: z.string().optional(),
      tx_ref: z.string().optional(),
      reference: z.string().optional(),
    }),
  }),
  // Callbacks of refunds have a different shape.
  z.object({ id: idShape, AmountRefunded: z.unknown(), status: z.string() }),
]);

function eventsOf(found: z.infer<typeof bodyShape>): CallbackVerdict["events"] {
  if (!("event" in found)) {
    if (found.AmountRefunded === undefined) return [];
    return [{ op: "refund", railRef: String(found.id), dedupeKey: `refund:${found.id}:${found.status}` }];
  }
  const { event, data } = found;
  const dedupeKey = `${event}:${data.id ?? ""}:${data.status ?? ""}`;
  if (event === "charge.completed" && data.tx_ref) return [{ op: "charge", ourId: data.tx_ref, dedupeKey }];
  if (event === "transfer.completed" && data.reference)
    return [{ op: "payout", ourId: data.reference, dedupeKey }];
  return [];
}
