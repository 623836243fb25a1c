import type { Correctable } from "@/lib/domain/correction";

/** The accounts as mails call them; pages have the same words in their languages, and a test holds them together. */
export const accountNames: Record<Correctable, string> = {
  wallet_available: "the store’s wallet, available",
  wallet_pending: "the store’s wallet, on hold",
  store_debt: "what the store owes",
  clearing: "what the rail holds for us",
  rail_cost: "what rails cost us",
  fee_income: "our fees",
};

/** What a correction does, word for word: to the people who run the service, and to the owners of the store. */
export function correctionEffect(said: {
  amount: string;
  from: string;
  to: string;
  changes: { name: string; before: string; after: string }[];
}): string {
  const lines = said.changes.map(({ name, before, after }) => `- ${name}: ${before} before, ${after} after`);
  return `${said.amount} are taken from ${said.from} and given to ${said.to}.\n\n${lines.join("\n")}`;
}
