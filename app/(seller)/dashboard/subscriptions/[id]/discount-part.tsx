import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button, ButtonLink } from "@/components/ui/button";
import { nextAmountMinor } from "@/lib/domain/discount";
import { formatMoney } from "@/lib/domain/money";
import type { SubscriptionRow } from "@/lib/services/billing/subscriptions/read";
import { discountPath } from "../../discounts/words";
import { takeDiscountAction } from "../actions";
import { subscriptionPath } from "../paths";

/** What the next payments cost less; and the ways to give or take it away. */
export function DiscountPart({
  row,
  mayChange,
  words,
}: {
  row: SubscriptionRow;
  mayChange: boolean;
  words: DashboardWords;
}) {
  const { discountId, discountPeriodsLeft: left, currency } = row;
  const price = formatMoney({ minor: nextAmountMinor(row), currency }, words.lang);
  return (
    <div className="flex flex-wrap items-baseline gap-4">
      {discountId === null ? null : (
        <p>
          {left === null
            ? words.text("discountLeftForever", { price })
            : words.text("discountLeft", { price, count: left })}{" "}
          <a className="underline underline-offset-2" href={discountPath(discountId)}>
            {row.discountCode ?? words.text("discountOpen")}
          </a>
        </p>
      )}
      {mayChange ? (
        <ButtonLink href={`${subscriptionPath(row.id)}/discount`}>{words.text("giveDiscount")}</ButtonLink>
      ) : null}
      {mayChange && discountId !== null ? (
        <ActionForm to={{ action: takeDiscountAction, fields: { id: row.id } }}>
          <Button look="quiet">{words.text("takeDiscount")}</Button>
        </ActionForm>
      ) : null}
    </div>
  );
}
