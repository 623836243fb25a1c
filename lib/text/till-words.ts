import type { Words } from "./words";

/** "Or pay at paybill 400200, account 48217." */
export function tillWords(
  words: Pick<Words<"payer">, "text">,
  { kind, number, account }: { kind: "till" | "paybill" | "phone"; number: string; account: string | null },
): string {
  if (kind === "phone" && account !== null) return words.text("orSend", { number, account });
  return account === null ? words.text("orTill", { number }) : words.text("orPaybill", { number, account });
}
