import type { PaymentLinkRow } from "@/lib/db/rows";
import type { Language } from "@/lib/domain/languages";
import { base62 } from "@/lib/domain/token";
import { dialString, ussdCodeOf } from "@/lib/domain/ussd-menu";
import { isGsm7, type UssdWords } from "@/lib/domain/ussd-screens";
import type { World } from "@/lib/services/core/world";
import { wordsIn } from "@/lib/text/words";
import { playMoneyOf } from "../rails";

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

/** The words of the reader's language, then English, for a screen that the first cannot say in its length. */
export function ussdWords(language: Language): UssdWords[] {
  const codes: Language[] = language === "en" ? ["en"] : [language, "en"];
  return codes.map((code) => {
    const words = wordsIn(code, "payer");
    return (key, values = {}) => words.loose(key, values);
  });
}

/** Lists are shorter in languages whose letters take two bytes. */
export function linesOf(language: Language): number {
  return isGsm7(wordsIn(language, "payer").loose("ussd_unknown", {})) ? 4 : 2;
}

const proofDigits = 3;

/**
 * The digits that name a payment link to a phone without letters: its id, and three that only we can make of its token,
 * so that counting up finds no link.
 */
export function linkCodeOf(
  world: Pick<World, "secrets">,
  { id, token }: Pick<PaymentLinkRow, "id" | "token">,
): string {
  const [mac = 0, more = 0, last = 0] = world.secrets.mac("ussd-link", token);
  const proof = (mac * 65_536 + more * 256 + last) % 10 ** proofDigits;
  return `${id}${String(proof).padStart(proofDigits, "0")}`;
}

/** The id in a code, to be verified with `linkCodeOf` once its row is read. */
export function idOfLinkCode(code: string): number {
  return Number(code.slice(0, -proofDigits));
}
