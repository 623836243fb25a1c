import { z } from "zod";
import { networkOf, networks } from "@/lib/domain/network";
import { say } from "@/lib/domain/refusal";
import { key, modeOf, railKind, secret } from "../kind";
import type { PaymentRail } from "../port";
import { healthBy, networksBy } from "../wire/results";
import { charge, chargeStatus, networkCodeOf } from "./checkout";
import { createWave, parseCallback, type WaveConfig } from "./client";
import { balance, payout, payoutStatus, refund, refundStatus, statement } from "./transfers";

/** Wave's own API: a page that opens its app, payouts to wallets, and a list of all that moved. */
export function createWaveRail(config: WaveConfig): PaymentRail {
  const wave = createWave(config);
  return {
    id: "wave",
    capabilities: {
      methods: ["mobile_money"],
      refund: "full",
      payout: ["mobile_money"],
      keeps: [],
      callbackAuth: "signed",
    },
    networks: async ({ country }) =>
      networksBy([{ network: networkCodeOf(config.country) }], country, () => ({
        railCode: config.country,
        auth: "redirect",
      })),
    charge: (request) => charge(wave, request),
    chargeStatus: (ref) => chargeStatus(wave, ref),
    parseCallback: async (raw) => parseCallback(config, wave.now(), raw),
    payout: (request) => payout(wave, request),
    payoutStatus: (ref) => payoutStatus(wave, ref),
    refund: (request) => refund(wave, request),
    refundStatus: (ref) => refundStatus(wave, ref),
    balance: () => balance(wave),
    statement: (range) => statement(wave, range),
    health: () => healthBy(() => balance(wave), say("rail_check_wave")),
  };
}

/** The countries of the wallets that we know. */
const countries = networks.filter(({ code }) => code.startsWith("wave_")).map(({ country }) => country);

const keyShape = new RegExp(`^wave_(${countries.join("|").toLowerCase()})_[a-z]+_\\S{8,300}$`);

export const wave = railKind({
  facts: {
    id: "wave",
    name: "Wave",
    fields: [secret("apiKey", "API key"), secret("webhookSecret", "Signing secret")],
    ...{ countries, keeps: [] },
    routing: { "charge/mobile_money": 6, "charge/card": null, "payout/mobile_money": 6, "payout/bank": null },
    events: ["checkout.session.completed", "checkout.session.payment_failed"],
  },
  credentials: z.object({
    apiKey: key("rail_wave_key", keyShape, "rail_wave_key_shape"),
    webhookSecret: key("rail_signing", /^\S{16,300}$/, "rail_wave_signing"),
  }),
  modeProblems: ({ apiKey }, livemode) => modeOf("apiKey", /^wave_[a-z]{2}_prod_/.test(apiKey), livemode),
  create: (credentials, context) => {
    const country = countryIn(credentials.apiKey);
    const currency = networkOf(networkCodeOf(country))?.terms[0]?.currency ?? "";
    return createWaveRail({ ...credentials, ...context, country, currency });
  },
});

/** A key names the country of its wallet: `SN` of `wave_sn_prod_…`. */
function countryIn(apiKey: string): string {
  return apiKey.slice(5, 7).toUpperCase();
}
