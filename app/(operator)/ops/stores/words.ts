import type { StatusTone } from "@/components/ui/status-mark";
import type { Activity, StoreLine } from "@/lib/services/operator/list-stores";

export const storesPath = "/ops/stores";

export const verificationWords: Record<StoreLine["verificationStatus"], { tone: StatusTone; word: string }> =
  {
    unverified: { tone: "ended", word: "Not verified" },
    pending: { tone: "warn", word: "Being checked" },
    verified: { tone: "plain", word: "Verified" },
    rejected: { tone: "bad", word: "Rejected" },
  };

/** What is the matter with a store first, else that nothing is. */
export function statusOf(store: Pick<StoreLine, "status" | "isDeveloperBlocked" | "verificationStatus">): {
  tone: StatusTone;
  word: string;
} {
  if (store.status === "suspended") return { tone: "bad", word: "Suspended" };
  if (store.isDeveloperBlocked) return { tone: "warn", word: "Developer access blocked" };
  return store.verificationStatus === "verified"
    ? { tone: "plain", word: "Active" }
    : verificationWords[store.verificationStatus];
}

/** "12 %", or "None" where there was no payment to fail. */
export function failureShare({ paid, failed }: Pick<Activity, "paid" | "failed">): string {
  if (paid + failed === 0) return "None";
  return `${Math.round((failed / (paid + failed)) * 100)} %`;
}

/** What a seller tells for verification, by the names under which it is kept. */
export const verificationFactWords: Record<string, string> = {
  legalName: "Name as registered",
  kind: "Kind of seller",
  country: "Country",
  address: "Address",
  number: "Registration or identity number",
  phone: "Phone of the person to ask",
  sentAt: "Sent",
};
