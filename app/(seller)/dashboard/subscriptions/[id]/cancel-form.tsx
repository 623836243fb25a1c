import { ActionForm } from "@/components/dashboard/action-form";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Timestamp } from "@/components/ui/timestamp";
import { statusAt } from "@/lib/domain/subscription";
import type { SubscriptionRow } from "@/lib/services/subscriptions/read";
import { cancelSubscriptionAction } from "../actions";

/** Cancelling, with what it does to access now. What has ended or is cancelled cannot be cancelled. */
export function CancelForm({ row, now, timeZone }: { row: SubscriptionRow; now: Date; timeZone: string }) {
  const status = statusAt(row, now);
  if (status !== "active" && status !== "past_due") return null;
  return (
    <Disclosure summary="Cancel this subscription">
      <p className="mb-3 max-w-[68ch] text-ink-2">
        {status === "active" ? (
          <>
            It is not renewed any more. Access goes on until{" "}
            <Timestamp at={row.currentPeriodEnd} timeZone={timeZone} />, which is paid. The subscriber is told
            and can start again from the manage page.
          </>
        ) : (
          "Access stops at once: the paid time is over, and grace was a courtesy. The subscriber is told and can start again from the manage page."
        )}{" "}
        Nothing is refunded by this.
      </p>
      <ActionForm to={{ action: cancelSubscriptionAction, fields: { id: row.id } }}>
        <Button look="danger">
          {status === "active" ? "Cancel, access until then" : "Cancel, access stops now"}
        </Button>
      </ActionForm>
    </Disclosure>
  );
}
