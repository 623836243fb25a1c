import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { endSubscriptionAction } from "../actions";

/** Ending a subscription at once, access too: only after a bank took a payment of it back. */
export function EndForm({ id, words }: { id: string; words: DashboardWords }) {
  return (
    <Disclosure summary={words.text("endSubscription")}>
      <p className="mb-3 max-w-[68ch] text-ink-2">{words.text("endSubscriptionMeans")}</p>
      <ActionForm to={{ action: endSubscriptionAction, fields: { id } }}>
        <Button look="danger">{words.text("endSubscriptionGo")}</Button>
      </ActionForm>
    </Disclosure>
  );
}
