import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Notice } from "@/components/ui/blocks";

/** Others see why there is no button. */
export function OwnerOnly({ words }: { words: DashboardWords }) {
  return (
    <Notice tone="info" title={words.text("keysOwner")}>
      {words.text("keysOwnerWhy")}
    </Notice>
  );
}
