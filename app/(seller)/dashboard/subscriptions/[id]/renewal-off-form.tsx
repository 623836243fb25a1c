import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import type { SubscriptionRow } from "@/lib/services/billing/subscriptions/read";
import { turnOffRenewalAction } from "../actions";

/** Sellers can only switch it off. */
export function RenewalOffForm({ row, words }: { row: SubscriptionRow; words: DashboardWords }) {
  if (row.renewalMode === "manual") return null;
  return (
    <Disclosure summary={words.text("renewalOff")}>
      <p className="mb-3 max-w-[68ch] text-ink-2">{words.text("renewalOffMeans")}</p>
      <ActionForm to={{ action: turnOffRenewalAction, fields: { id: row.id } }}>
        <Button look="danger">{words.text("renewalOffGo")}</Button>
      </ActionForm>
    </Disclosure>
  );
}
