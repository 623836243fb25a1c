import type { Words } from "./words";

/** "Or pay at paybill 400200, account 48217." */
export function tillWords(
  words: Pick<Words<"payer">, "text">,
  { number, account }: { number: string; account: string | null },
): string {
  return account === null ? words.text("orTill", { number }) : words.text("orPaybill", { number, account });
}
