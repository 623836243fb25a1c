import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StoreAct } from "@/lib/services/desk/operator/act-on-store";
import type { TaskAct } from "@/lib/services/desk/operator/act-on-task";
import type { SuspenseAct } from "@/lib/services/desk/operator/settle-suspense";

/** The name of an action on its button and page, and its effect. */
interface ActWords {
  label: string;
  effect: string;
}

export function actWords(act: StoreAct | TaskAct | SuspenseAct, words: DashboardWords): ActWords {
  return { label: words.text(`act_${act}`), effect: words.text(`act_${act}_effect`) };
}
