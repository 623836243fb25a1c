import { base62, subscriptionIdShape } from "@/lib/domain/token";
import type { World } from "./world";

const macDigits = 22;
/** How many replaced links are still recognised. */
const endedLinksKnown = 20;

/**
 * The URL of the subscriber's private page. Its token is the subscription's own random part and a MAC over it, so
 * nothing that gives access is stored; increasing manage_version ends every earlier link.
 */
export function manageUrl(world: World, subscription: { id: string; manageVersion: number }): string {
  return `${world.config.siteUrl}/manage/${manageToken(world, subscription)}`;
}

export function manageToken(world: World, subscription: { id: string; manageVersion: number }): string {
  const [mac = new Uint8Array()] = macsOf(world, subscription, "manage");
  return tokenOf(subscription.id, mac);
}

/**
 * The subscription id in a token, to be verified with `isManageToken` after its row is read; null when the format is
 * wrong.
 */
export function idOfManageToken(token: string): string | null {
  const [, digits = ""] = /^([0-9A-Za-z]+)\.[0-9A-Za-z]{22}$/.exec(token) ?? [];
  return subscriptionIdShape.test(`sub_${digits}`) ? `sub_${digits}` : null;
}

/** Whether the token was valid earlier: its holder may request that the current one is sent to the subscriber. */
export function wasManageToken(
  world: World,
  { id, manageVersion }: { id: string; manageVersion: number },
  token: string,
): boolean {
  const oldest = Math.max(1, manageVersion - endedLinksKnown);
  for (let version = manageVersion - 1; version >= oldest; version -= 1)
    if (isManageToken(world, { id, manageVersion: version }, token)) return true;
  return false;
}

/** Whether the token is valid now. A link of an earlier SECRET_KEY works too. */
export function isManageToken(
  world: World,
  subscription: { id: string; manageVersion: number },
  token: string,
  purpose: Purpose = "manage",
): boolean {
  const tokens = macsOf(world, subscription, purpose).map((mac) => tokenOf(subscription.id, mac));
  return isOneOf(world, tokens, token);
}

/** Compares MACs of the tokens, so the duration reveals nothing of them. */
export function isOneOf(
  { secrets }: Pick<World, "secrets">,
  tokens: readonly string[],
  given: string,
): boolean {
  const mac = secrets.mac("compare", given);
  return tokens.some((token) => Buffer.compare(secrets.mac("compare", token), mac) === 0);
}

/**
 * A link with one power: whoever has it can pay for the subscriber, and nothing else. It ends with the manage link. Its MAC
 * has a purpose of its own, so neither link can be made of the other.
 */
export function payForUrl(world: World, subscription: { id: string; manageVersion: number }): string {
  const [mac = new Uint8Array()] = macsOf(world, subscription, "pay");
  return `${world.config.siteUrl}/renew/${tokenOf(subscription.id, mac)}`;
}

/** The purposes of links: one power each. */
type Purpose = "manage" | "pay";

function macsOf(
  world: World,
  { id, manageVersion }: { id: string; manageVersion: number },
  purpose: Purpose,
): Uint8Array[] {
  return world.secrets.macs(purpose, `${id}/${manageVersion}`);
}

function tokenOf(id: string, mac: Uint8Array): string {
  return `${id.slice("sub_".length)}.${base62(mac, macDigits)}`;
}
