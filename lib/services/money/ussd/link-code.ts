import type { PaymentLinkRow } from "@/lib/db/rows";
import type { World } from "@/lib/services/core/world";

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
