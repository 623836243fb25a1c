import type { PaymentLinkRow } from "@/lib/db/rows";
import { base62 } from "@/lib/domain/token";
import { dialString, ussdCodeOf } from "@/lib/domain/ussd-menu";
import type { World } from "@/lib/services/core/world";
import { playMoneyOf } from "../rails";
import { linkCodeOf } from "./words";

/** Who brings sessions: the sandbox's own handset, or a provider. */
export const ussdProviders = ["africastalking"] as const;
export type UssdProvider = (typeof ussdProviders)[number];

/** How a provider reaches us, and how payers reach it. */
export interface UssdSetting {
  provider: UssdProvider | "sandbox";
  dial: string;
  /** Empty: it may call from anywhere. */
  addresses: readonly string[];
  secret: string;
}

const secretDigits = 32;
const sandboxDial = "*384*1#";

/** The provider as it is set up and on. Null for any other. */
export async function readUssd(world: World, provider: string): Promise<UssdSetting | null> {
  if (provider === "sandbox") return sandboxUssd(world);
  const known = ussdProviders.find((one) => one === provider);
  const row = known && (await world.db.ussdSetting.findUnique({ where: { provider: known } }));
  if (!known || !row?.enabled) return null;
  const { dial, addresses } = row;
  return { provider: known, dial, addresses, secret: world.secrets.open(row.secretSealed) };
}

/** What answers when somebody dials: the provider that is on, else the sandbox where there is one. */
export async function activeUssd(world: World): Promise<UssdSetting | null> {
  for (const provider of ussdProviders) {
    const found = await readUssd(world, provider);
    if (found) return found;
  }
  return sandboxUssd(world);
}

/** What a payer of this store dials, and its code; null where nobody answers. */
export async function readDial(
  world: World,
  storeId: number,
): Promise<{ code: string; dial: string } | null> {
  const active = await activeUssd(world);
  if (!active) return null;
  const code = ussdCodeOf(storeId);
  return { code, dial: dialString(active.dial, code) };
}

/** What leads straight to a payment link; null where nobody answers, or where the link asks what a phone cannot be asked. */
export async function dialOfLink(
  world: World,
  storeId: number,
  link: Pick<PaymentLinkRow, "id" | "token" | "collectEmail" | "customQuestion">,
): Promise<string | null> {
  if (link.collectEmail || link.customQuestion !== null) return null;
  const active = await activeUssd(world);
  return active && dialString(active.dial, `${ussdCodeOf(storeId)}*4*${linkCodeOf(world, link)}`);
}

/** Whether a request came to the secret address. It takes as long for a wrong one, and where nothing is set up. */
export function isUssdSecret(world: World, setting: UssdSetting | null, given: string): boolean {
  const expected = world.secrets.mac("ussd-secret", setting?.secret ?? "");
  const isSame = Buffer.compare(expected, world.secrets.mac("ussd-secret", given)) === 0;
  return isSame && setting !== null;
}

/** A new secret part of an address. */
export function newUssdSecret(world: World): string {
  return base62(world.random.bytes(32), secretDigits);
}

/** The address that the provider calls for each entry; with `/ended`, the one for the end of a session. */
export function ussdPath({ provider, secret }: Pick<UssdSetting, "provider" | "secret">): string {
  return `/api/ussd/${provider}/${secret}`;
}

function sandboxUssd(world: World): UssdSetting | null {
  if (playMoneyOf(world.rails) !== "sandbox") return null;
  const secret = base62(world.secrets.mac("ussd-sandbox", "1"), secretDigits);
  return { provider: "sandbox", dial: sandboxDial, addresses: [], secret };
}
