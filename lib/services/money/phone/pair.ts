import { countryDefaults } from "@/lib/domain/country";
import { phoneNetworkOf } from "@/lib/domain/phone-messages/networks";
import { formatPhone } from "@/lib/providers/phone";
import { phoneSecret } from "@/lib/providers/rails/phone/phone";
import type { World } from "@/lib/services/core/world";
import { railOf } from "../rails";

/** Long enough to fetch the old phone and install a program, too short to be found later in its history. */
const openMs = 15 * 60_000;

/** What the phone's forwarder has to know, as the page that is opened on the phone itself shows it. */
export interface Pairing {
  number: string;
  network: string;
  senders: readonly string[];
  url: string;
  /** Null: its program has a key of its own. */
  secret: string | null;
  until: Date;
  /** Of the network's country. */
  timeZone: string;
}

/**
 * The address of the page with which a phone is paired. Whoever has it can read the account's address and key until it ends, and
 * nothing else: only the owner gets it, and nothing is stored.
 */
export function pairPath({ secrets, clock }: Pick<World, "secrets" | "clock">, key: string): string {
  const until = clock.now().getTime() + openMs;
  return `/pair/${Buffer.from(secrets.seal(JSON.stringify({ pair: key, until }))).toString("base64url")}`;
}

/** Null: such an address was never given, is over, or its account is gone. */
export function readPairing(world: World, token: string): Pairing | null {
  const opened = openToken(world, token);
  if (!opened || opened.until < world.clock.now().getTime()) return null;
  const rail = railOf(world, opened.pair);
  const network = phoneNetworkOf(rail?.phone?.network ?? "");
  if (!rail?.phone || !rail.callbackUrl || !network) return null;
  return {
    ...{ number: formatPhone(rail.phone.number), network: network.displayName, senders: network.senders },
    ...{ url: rail.callbackUrl, secret: rail.phone.hasKey ? null : phoneSecret(rail.callbackUrl) },
    ...{ until: new Date(opened.until), timeZone: countryDefaults(network.country)?.zones[0] ?? "UTC" },
  };
}

function openToken({ secrets }: World, token: string): { pair: string; until: number } | null {
  try {
    const told: unknown = JSON.parse(secrets.open(Buffer.from(token, "base64url")));
    // Safe: what is sealed was written by us; other sealed values have no such fields.
    const { pair, until } = told as { pair?: unknown; until?: unknown };
    return typeof pair === "string" && typeof until === "number" ? { pair, until } : null;
  } catch {
    return null;
  }
}
