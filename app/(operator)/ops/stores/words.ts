import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import { formatPercent } from "@/lib/domain/money";
import type { Activity, StoreLine } from "@/lib/services/desk/operator/stores";

type StatusWord = { tone: StatusTone; word: DashboardKey };

export const verificationWords: Record<StoreLine["verificationStatus"], StatusWord> = {
  unverified: { tone: "ended", word: "store_unverified" },
  pending: { tone: "warn", word: "store_pending" },
  verified: { tone: "plain", word: "store_verified" },
  rejected: { tone: "bad", word: "store_rejected" },
};

/** The store's problem, if any; otherwise that it has none. */
export function statusOf(
  store: Pick<StoreLine, "status" | "isDeveloperBlocked" | "verificationStatus">,
): StatusWord {
  if (store.status === "suspended") return { tone: "bad", word: "store_suspended" };
  if (store.isDeveloperBlocked) return { tone: "warn", word: "store_blocked" };
  return store.verificationStatus === "verified"
    ? { tone: "plain", word: "store_active" }
    : verificationWords[store.verificationStatus];
}

/** "12%", or a word where there was no payment. */
export function failureShare(
  { paid, failed }: Pick<Activity, "paid" | "failed">,
  words: DashboardWords,
): string {
  if (paid + failed === 0) return words.text("none");
  return formatPercent(failed / (paid + failed), words.lang);
}

/** The fields of a verification, by their stored names. */
export const verificationFactKeys: Record<string, DashboardKey> = {
  legalName: "fact_legalName",
  kind: "fact_kind",
  country: "fact_country",
  address: "fact_address",
  number: "fact_number",
  phone: "fact_phone",
  sentAt: "fact_sentAt",
};
