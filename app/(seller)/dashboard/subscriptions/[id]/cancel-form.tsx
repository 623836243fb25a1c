import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Timestamp } from "@/components/ui/timestamp";
import { statusAt } from "@/lib/domain/subscription";
import type { SubscriptionRow } from "@/lib/services/billing/subscriptions/read";
import { cancelSubscriptionAction } from "../actions";

/** Cancelling, with what it does to access now. What has ended or is cancelled cannot be cancelled. */
export function CancelForm({
  row,
  now,
  timeZone,
  words,
}: {
  row: SubscriptionRow;
  now: Date;
  timeZone: string;
  words: DashboardWords;
}) {
  const status = statusAt(row, now);
  if (status !== "active" && status !== "past_due") return null;
  return (
    <Disclosure summary={words.text("cancelSubscription")}>
      <p className="mb-3 max-w-[68ch] text-ink-2">
        {status === "active"
          ? words.rich("cancelActive", {
              end: (
                <Timestamp key="end" at={row.currentPeriodEnd} timeZone={timeZone} locale={words.locale} />
              ),
            })
          : words.text("cancelGrace")}
      </p>
      <ActionForm to={{ action: cancelSubscriptionAction, fields: { id: row.id } }}>
        <Button look="danger">{words.text(status === "active" ? "cancelActiveGo" : "cancelGraceGo")}</Button>
      </ActionForm>
    </Disclosure>
  );
}
