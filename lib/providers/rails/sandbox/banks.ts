/** Fictional banks, the same in every country. */
export const testBanks: readonly { code: string; name: string }[] = [
  { code: "SBX001", name: "Sandbox First Bank" },
  { code: "SBX002", name: "Sandbox Savings Bank" },
];

/** The holder of an account: always the same name for one number. Null for numbers ending in 089, as for payouts. */
export function accountHolder(bankCode: string, accountNumber: string): { name: string } | null {
  const known = testBanks.some(({ code }) => code === bankCode);
  if (!known || accountNumber.endsWith("089")) return null;
  return { name: `Sandbox Holder ${accountNumber.slice(-3)}` };
}
