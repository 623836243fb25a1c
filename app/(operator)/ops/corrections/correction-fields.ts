import type { Fields } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import { type Correctable, type CorrectionState, correctable } from "@/lib/domain/correction";
import { currencies } from "@/lib/domain/money";
import { railKinds } from "@/lib/services/desk/rails/read-rails";

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

const accounts = ({ words }: { words: DashboardWords }) =>
  correctable.map((kind) => ({ value: kind, label: accountWord(kind, words) }));

export const correctionFields = {
  from: { kind: "select", label: "correctionFrom", options: accounts },
  to: { kind: "select", label: "correctionTo", help: "correctionTo_help", options: accounts },
  amount: { kind: "text", inputMode: "decimal", label: "amount" },
  currency: {
    kind: "select",
    label: "currency",
    options: () => currencies.map((code) => ({ value: code, label: code })),
  },
  store: { kind: "text", label: "correctionStore", help: "correctionStore_help" },
  rail: {
    kind: "select",
    label: "provider",
    help: "correctionRail_help",
    options: ({ words }) => [
      { value: "", label: words.text("none") },
      ...railKinds.map(({ id, name }) => ({ value: id, label: name })),
      { value: "sandbox", label: words.text("correctionSandbox") },
    ],
  },
  reason: { kind: "area", label: "whyDone", help: "correctionReason_help" },
} satisfies Fields;
