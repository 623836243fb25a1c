import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import type { Correctable, CorrectionState } from "@/lib/domain/correction";

export const correctionsPath = "/ops/corrections";

export const correctionTones: Record<CorrectionState, StatusTone> = {
  proposed: "warn",
  approved: "ok",
  declined: "ended",
  withdrawn: "ended",
  expired: "ended",
};

export function accountWord(kind: Correctable, words: DashboardWords): string {
  return words.text(`correctionAccount_${kind}`);
}
