import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StoreAct } from "@/lib/services/desk/operator/act-on-store";
import type { TaskAct } from "@/lib/services/desk/operator/act-on-task";
import type { PayoutAct } from "@/lib/services/desk/operator/decide-payout";
import type { RefundAct } from "@/lib/services/desk/operator/decide-refund";
import type { SuspenseAct } from "@/lib/services/desk/operator/settle-suspense";

/** The name of an action on its button and page, and its effect. */
interface ActWords {
  label: string;
  effect: string;
}

export function actWords(act: StoreAct | TaskAct | SuspenseAct, words: DashboardWords): ActWords {
  return { label: words.text(`act_${act}`), effect: words.text(`act_${act}_effect`) };
}

/** The texts for a decision about a payout, including what to check first if money has left us. */
export function payoutActWords(act: PayoutAct, payout: { status: string }, words: DashboardWords) {
  const isUnsent = act === "returned" && payout.status === "requested";
  return {
    label: words.text(`act_${act}`),
    effect: words.text(isUnsent ? "act_returned_unsent_effect" : `act_${act}_effect`),
    undo: words.text(`act_${act}_undo`),
    evidence: isUnsent ? null : words.text(`act_${act}_evidence`),
  };
}

export function refundActWords(act: RefundAct, words: DashboardWords) {
  return {
    label: words.text(`act_${act}`),
    effect: words.text(`act_${act}_effect`),
    undo: words.text(`act_${act}_undo`),
    evidence: words.text(`act_${act}_evidence`),
  };
}
