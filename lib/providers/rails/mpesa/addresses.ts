import { createHash, createHmac } from "node:crypto";
import type { RawCallback } from "../port";
import { isSame } from "../wire/results";
import type { MpesaConfig } from "./daraja";

/**
 * What an address of ours is about. `…_status`: the answer to our question about it; `reversal`: a refund that reverses
 * the payment; `confirmation`, `validation` and `till_status`: what payers begin themselves; `order`: a standing order.
 */
const abouts = [
  ...(["charge", "charge_status", "payout", "payout_status", "refund", "refund_status", "reversal"] as const),
  ...(["balance", "confirmation", "validation", "till_status", "list", "order"] as const),
];
export type About = (typeof abouts)[number];

/**
 * Daraja signs nothing, so an address carries a seal of ours: only who was told it can send there, and only about this
 * one thing. `late`: for a request that waited too long at Daraja.
 */
export function addressOf(
  config: MpesaConfig,
  about: About,
  id = "",
  { to = config.callbackUrl, late = false }: { to?: string; late?: boolean } = {},
): string {
  const url = new URL(to);
  url.searchParams.set("op", about);
  if (id !== "") url.searchParams.set("ref", id);
  if (late) url.searchParams.set("late", "1");
  url.searchParams.set("seal", sealOf(config, about, id));
  return url.href;
}

/** Both addresses that every request with a result to come carries, marked with the credential by which it is asked. */
export function resultAddresses(config: MpesaConfig, about: About, id: string, to?: string) {
  const marked = `&by=${credentialMark(config)}`;
  return {
    ResultURL: addressOf(config, about, id, { to }) + marked,
    QueueTimeOutURL: addressOf(config, about, id, { to, late: true }) + marked,
  };
}

function credentialMark({ initiator }: MpesaConfig): string {
  const { name = "", credential = "" } = initiator ?? {};
  return createHash("sha256").update(`${name}:${credential}`).digest("hex").slice(0, 8);
}

/** What a callback is about, where its address is one of ours; null for any other. `isFormer`: asked by another credential. */
export function readAddress(config: MpesaConfig, { query }: Pick<RawCallback, "query">) {
  const about = abouts.find((one) => one === query.get("op"));
  const id = query.get("ref") ?? "";
  const seal = query.get("seal") ?? undefined;
  // Addresses that were registered with earlier versions have the secret of the app in their seal.
  const isOurs = (secret?: string) => isSame(seal, sealOf(config, about ?? "charge", id, secret));
  if (!about || !(isOurs() || isOurs(config.consumerSecret))) return null;
  const isFormer = (query.get("by") ?? credentialMark(config)) !== credentialMark(config);
  return { about, id, isLate: query.get("late") === "1", isFormer };
}

/**
 * In hexadecimal, in which none of the refused words can be written. By what stays where keys are typed anew, for an address is
 * registered once: the secret of the account's own address, else the passkey.
 */
function sealOf(
  { shortCode, passkey, addressSecret }: MpesaConfig,
  about: About,
  id: string,
  secret = addressSecret ?? passkey,
): string {
  return createHmac("sha256", `callbacks of ${shortCode}: ${secret}`)
    .update(`${about}:${id}`)
    .digest("hex")
    .slice(0, 32);
}
