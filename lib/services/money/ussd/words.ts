import type { PaymentLinkRow } from "@/lib/db/rows";
import type { Language } from "@/lib/domain/languages";
import type { UssdWords } from "@/lib/domain/ussd-screens";
import { isGsm7 } from "@/lib/domain/ussd-screens";
import type { World } from "@/lib/services/core/world";
import { wordsIn } from "@/lib/text/words";

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
