import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import { formatMoney } from "@/lib/domain/money";

export const stateTones = { agrees: "plain", differs: "bad", failed: "warn" } as const satisfies Record<
  string,
  StatusTone
>;

/** An amount of one side; empty for a side that does not know it. */
export function sideOf(minor: bigint | null, currency: string, words: DashboardWords): string {
  return minor === null ? words.text("reconNothing") : signed(minor, currency, words);
}

/** With its sign: outgoing money is negative. */
export function signed(minor: bigint, currency: string, words: DashboardWords): string {
  const text = formatMoney({ minor: minor < 0n ? -minor : minor, currency }, words.lang);
  return minor < 0n ? `−${text}` : text;
}

/** Test money has no name of its own. */
export function railWord(name: string, words: DashboardWords): string {
  return name === "sandbox" ? words.text("correctionSandbox") : name;
}
