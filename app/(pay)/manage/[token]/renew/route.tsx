import { RenewView } from "@/components/pay/renew-view";
import { nextPlan } from "@/lib/domain/plan-change";
import { Refusal } from "@/lib/domain/refusal";
import { renew, requireRenewable } from "@/lib/domain/subscription";
import { planShown } from "@/lib/services/billing/changes/change";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type ManagePage, readManagePage } from "@/lib/services/money/checkout/pages/read-manage-page";
import type { PayDesk } from "../../../desk";
import { deskRoutes } from "../../../pay-form";
import { factsOf, planOfSubscription } from "../../../plan";
import { closed, type PayRequest, seeOther } from "../../../respond";
import { endedLink } from "../ended-link";

/** The payment page of a live subscription's next period. */
export const { GET, POST } = deskRoutes(deskOf);

async function deskOf(pay: PayRequest, token: string): Promise<PayDesk | Response> {
  const found = await readManagePage(systemWorld(), token);
  if (!found) return endedLink(pay, token);
  const { store, product, subscription, phone } = found;
  const manage = `/manage/${token}`;
  if (!subscription.livemode) return seeOther(manage);
  if (store.status === "suspended") return closed(pay, store, { kind: "store_suspended" }, 200);
  const now = systemWorld().clock.now();
  const refused = whyNot(found, now);
  if (refused) return closed(pay, store, { kind: "paid_far_ahead" }, 200);
  const page = pay.page(store, { test: false });
  const next = nextPlan(subscription);
  return {
    id: `renew/${subscription.id}`,
    store,
    page,
    currency: subscription.currency,
    priceMinor: next.amountMinor,
    shown: planShown(next, subscription.currentPeriodEnd),
    reduces: {
      productId: next.product.id,
      renews: { ...subscription, amountMinor: next.amountMinor },
      isPlan: true,
    },
    renews: store.letsRenew ? next.interval : null,
    email: "no",
    knownPhone: phone,
    paymentFor: () => ({ kind: "subscription_renewal", subscriptionId: subscription.id }),
    view: (form) => (
      <RenewView
        page={page}
        plan={planOfSubscription(product, subscription, pay.lang(store), "next")}
        account={{ ref: subscription.ref, email: subscription.customer.email }}
        subscription={factsOf(subscription, now)}
        adds={addedPeriod(found, now)}
        form={form}
        backHref={manage}
      />
    ),
  };
}

function whyNot({ subscription }: ManagePage, now: Date): Refusal | null {
  try {
    requireRenewable(subscription, now);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Null for an ended subscription: its new period begins at the payment. */
function addedPeriod({ subscription }: ManagePage, now: Date): { startsAt: Date; endsAt: Date } | null {
  const { period } = renew(subscription, now, nextPlan(subscription).interval);
  return period.start.getTime() === now.getTime() ? null : { startsAt: period.start, endsAt: period.end };
}
