import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Timestamp } from "@/components/ui/timestamp";
import { endSubscriptionAction, shortenSubscriptionAction } from "../actions";

/**
 * Ending a subscription at once, access too: only after a payment of it went back. Where a bank took one whose rest was
 * carried into this plan, only the time that it brought can be taken off: `shortened`, the end that then is.
 */
export function EndForm({
  id,
  shortened,
  timeZone,
  words,
}: {
  id: string;
  shortened: Date | null;
  timeZone: string;
  words: DashboardWords;
}) {
  return (
    <Disclosure summary={words.text("endSubscription")}>
      {shortened ? (
        <>
          <p className="mb-3 max-w-[68ch] text-ink-2">
            {words.rich("shortenMeans", {
              end: <Timestamp key="end" at={shortened} timeZone={timeZone} locale={words.locale} />,
            })}
          </p>
          <ActionForm to={{ action: shortenSubscriptionAction, fields: { id } }}>
            <Button look="danger">{words.text("shortenGo")}</Button>
          </ActionForm>
        </>
      ) : null}
      <p className="my-3 max-w-[68ch] text-ink-2">{words.text("endSubscriptionMeans")}</p>
      <ActionForm to={{ action: endSubscriptionAction, fields: { id } }}>
        <Button look="danger">{words.text("endSubscriptionGo")}</Button>
      </ActionForm>
    </Disclosure>
  );
}
