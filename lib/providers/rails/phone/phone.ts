import { createHash } from "node:crypto";
import { z } from "zod";
import { networkOf, networksFor, termsOf } from "@/lib/domain/network";
import { phoneNetworkOf, phoneNetworks } from "@/lib/domain/phone-messages/networks";
import { say } from "@/lib/domain/refusal";
import { formatPhone, parsePhone } from "@/lib/providers/phone";
import { filled, railKind } from "../kind";
import type { NetworkInfo, PaymentRail } from "../port";
import { readForwarded, writeForwarded } from "./forwarders";

const dayMs = 24 * 60 * 60_000;
/** How often a page that waits looks; the phone tells by itself. */
const pollAfterMs = 10 * 60_000;

interface PhoneConfig {
  network: string;
  number: string;
  sim: number | null;
  /** The one that the seller's app has already; an app has one for all its phones. */
  key: string | undefined;
  callbackUrl: string;
  now(): Date;
}

/** By what its forwarder proves itself: it follows from the address, which only the phone knows too. */
export function phoneSecret(callbackUrl: string): string {
  return createHash("sha256")
    .update(`phone/${new URL(callbackUrl).pathname}`)
    .digest("hex")
    .slice(0, 40);
}

/**
 * A phone of the seller's, which tells us what its network tells it. Nothing is asked for at the payer's phone: who pays sends
 * the money by themselves, and its message settles it.
 */
export function createPhone({ network, number, sim, key, callbackUrl, now }: PhoneConfig): PaymentRail {
  const secret = key ?? phoneSecret(callbackUrl);
  return {
    id: "phone",
    capabilities: {
      ...{ methods: ["mobile_money"], refund: "none", payout: [], keeps: [], callbackAuth: "signed" },
    },
    till: { kind: "phone", number: formatPhone(number) },
    phone: {
      ...{ network, number, sim, hasKey: key !== undefined },
      forward: (message) => writeForwarded(message, secret),
    },
    networks: async ({ country, op }) =>
      networksOf(network).filter((one) => op === "charge" && (country ?? one.country) === one.country),
    charge: async ({ attemptId }) => ({
      ...{ kind: "pending", railRef: attemptId, prompt: { type: "wait" }, pollAfterMs },
      expiresAt: new Date(now().getTime() + dayMs),
    }),
    // A message may be late, and a payer may pay tomorrow: only then nobody waits any more.
    chargeStatus: async ({ asked }) =>
      asked && now().getTime() - asked.at.getTime() > dayMs
        ? { kind: "failed", failure: { reason: "not_approved_in_time" } }
        : { kind: "pending" },
    parseCallback: async (raw) => {
      const heard = readForwarded(raw, secret, now());
      // What is not understood is not lost without a word: the forwarder shows that it was refused.
      const reply = !heard
        ? { status: 401 }
        : heard.isStrange
          ? { status: 422 }
          : { status: 200, body: "{}" };
      return { authentic: heard !== null, auth: "signed", events: [], ...(heard ? { heard } : {}), reply };
    },
    health: async () => ({ ok: true, detail: say("rail_check_phone") }),
  };
}

/** Who can send to it: subscribers of its own network, or of every network of the country where it is none of theirs. */
function networksOf(code: string): NetworkInfo[] {
  const found = phoneNetworkOf(code);
  if (!found) return [];
  const { country, currency } = found;
  const own = networkOf(code);
  return (own ? [own] : networksFor(country, currency)).map((row) => {
    const terms = termsOf(row, currency);
    return {
      ...{ code: row.code, railCode: row.code, displayName: row.displayName, country, currency },
      ...{ decimals: terms?.decimals ?? 0, health: "up", auth: "pin_push" },
      ...(terms?.min ? { min: terms.min } : {}),
      ...(terms?.max ? { max: terms.max } : {}),
    };
  });
}

const codes = phoneNetworks.map(({ code }) => code);

const credentials = z
  .object({
    network: z.string("rail_phone_network").refine((code) => codes.includes(code), "rail_phone_network"),
    number: z.string("rail_phone_number").trim().min(1, "rail_phone_number"),
    key: filled.pipe(z.string().min(8, "rail_phone_key").max(200, "rail_phone_key").optional()),
    sim: filled.pipe(z.enum(["1", "2"], "rail_phone_sim").optional()),
  })
  .transform(({ network, number, sim, key }, context) => {
    const parsed = parsePhone(number, phoneNetworkOf(network)?.country ?? "");
    if (!parsed.ok) context.addIssue({ code: "custom", path: ["number"], message: "rail_phone_number" });
    return {
      key,
      network,
      number: parsed.ok ? parsed.phone : "",
      sim: sim === undefined ? null : Number(sim),
    };
  });

export const phone = railKind({
  facts: {
    id: "phone",
    name: "Mobile phone",
    isOwnAlone: true,
    countries: [...new Set(phoneNetworks.map(({ country }) => country))],
    fields: [
      { name: "network", label: "Network of the SIM", kind: "network", choices: codes },
      { name: "number", label: "Number", kind: "text" },
      { name: "sim", label: "SIM slot", kind: "text", isOptional: true },
      { name: "key", label: "Signing key of the app", kind: "secret", isOptional: true },
    ],
    routing: {
      "charge/mobile_money": 90,
      "charge/card": null,
      "payout/mobile_money": null,
      "payout/bank": null,
    },
    keeps: [],
  },
  credentials,
  create: (typed, { callbackUrl, now }) => createPhone({ ...typed, callbackUrl, now }),
});
