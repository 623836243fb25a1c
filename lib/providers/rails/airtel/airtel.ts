import { z } from "zod";
import { networkOf } from "@/lib/domain/network";
import { issueOf, type ProblemCode, say } from "@/lib/domain/refusal";
import { key, optional, type RailField, railKind, secret } from "../kind";
import type { NetworkInfo, PaymentRail } from "../port";
import { networksBy } from "../wire/results";
import { type AirtelConfig, countries, createAirtel, isServed, publicKeyOf } from "./client";
import { balance, statement } from "./lists";
import {
  charge,
  chargeStatus,
  knock,
  networkCodeOf,
  payout,
  payoutStatus,
  refund,
  refundStatus,
} from "./operations";
import { parseCallback } from "./statuses";

/** Airtel Money of one country, without an intermediary. The reference is our id, so that nothing happens twice. */
export function createAirtelMoney(config: AirtelConfig): PaymentRail {
  const airtel = createAirtel(config);
  return {
    id: "airtel",
    capabilities: {
      methods: ["mobile_money"],
      refund: "full",
      payout: config.pin ? ["mobile_money"] : [],
      keeps: [],
      callbackAuth: config.callbackKey ? "signed" : "none",
    },
    networks: async ({ country, op }) =>
      op === "payout" && !config.pin ? [] : networksOf(config, country ?? config.country),
    charge: (request) => charge(airtel, request),
    chargeStatus: (ref) => chargeStatus(airtel, ref),
    parseCallback: async (raw) => parseCallback(config.callbackKey, raw),
    refund: (request) => refund(airtel, request),
    refundStatus: (ref) => refundStatus(airtel, ref),
    ...(config.pin
      ? {
          payout: (request) => payout(airtel, request),
          payoutStatus: ({ payoutId }) => payoutStatus(airtel, payoutId),
          balance: () => balance(airtel),
        }
      : {}),
    statement: (range) => statement(airtel, range),
    health: async () => {
      const { country, currency } = config;
      const isGood = (await knock(airtel)) && (!config.signs || (await airtel.messageKey()) !== null);
      if (!isGood) return { ok: false, detail: say("rail_check_airtel", { country }) };
      return { ok: true, detail: say("rail_check_says", { said: currency }) };
    },
  };
}

function networksOf({ country, currency }: AirtelConfig, asked: string): NetworkInfo[] {
  if (asked !== country) return [];
  const own = () => ({ railCode: country, auth: "pin_push" as const });
  const all = networksBy([{ network: networkCodeOf(country) }], country, own);
  return all.filter((one) => one.currency === currency);
}

const keyShape = /^\S{8,200}$/;
const keyProblem = "rail_airtel_shape" satisfies ProblemCode;

function optionalSecret(name: string, label: string): RailField {
  return { ...secret(name, label), isOptional: true };
}

export const airtelMoney = railKind({
  facts: {
    id: "airtel",
    name: "Airtel Money",
    fields: [
      secret("clientId", "Client ID"),
      secret("clientSecret", "Client secret"),
      { name: "country", label: "Country", kind: "country", choices: countries },
      optionalSecret("callbackKey", "Private key"),
      optionalSecret("pin", "PIN"),
      optionalSecret("pinKey", "Public key"),
      { name: "messageSigning", label: "Message signing", kind: "switch", isOptional: true },
    ],
    ...{ countries, keeps: [] },
    routing: { "charge/mobile_money": 5, "charge/card": null, "payout/mobile_money": 5, "payout/bank": null },
  },
  credentials: z
    .object({
      clientId: key("rail_airtel_id", keyShape, keyProblem),
      clientSecret: key("rail_airtel_secret", keyShape, keyProblem),
      country: z
        .string("rail_airtel_country" satisfies ProblemCode)
        .trim()
        .toUpperCase()
        .refine(isServed, "rail_airtel_country_shape" satisfies ProblemCode),
      callbackKey: optional((text) => keyShape.test(text), keyProblem),
      pin: optional((text) => /^\d{4}$/.test(text), "rail_airtel_pin"),
      pinKey: optional((text) => publicKeyOf(text) !== null, "rail_airtel_pin_key"),
      messageSigning: z.string().trim().optional(),
    })
    .superRefine(({ pin, pinKey }, context) => {
      if (pinKey && !pin) context.addIssue({ ...issueOf(say("rail_airtel_pin")), path: ["pin"] });
    }),
  create: ({ pinKey, messageSigning, ...given }, context) =>
    createAirtelMoney({
      ...{ ...context, ...given },
      currency: networkOf(networkCodeOf(given.country))?.terms[0]?.currency ?? "",
      signs: /^(1|true|yes|on)$/i.test(messageSigning ?? ""),
      pinKey: publicKeyOf(pinKey ?? "") ?? undefined,
    }),
});
