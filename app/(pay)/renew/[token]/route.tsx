import { PayForView } from "@/components/pay/pay-for-view";
import { nextPlan } from "@/lib/domain/plan-change";
import { canRenewAt, renew } from "@/lib/domain/subscription";
import { planShown } from "@/lib/services/billing/changes/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readPayForPage } from "@/lib/services/money/checkout/pages/read-manage-page";
import type { PayDesk } from "../../desk";
import { deskRoutes } from "../../pay-form";
import { planOfSubscription } from "../../plan";
import { closed, type PayRequest } from "../../respond";

/** Where somebody else pays for a subscriber. The link can do nothing else. */
export const { GET, POST } = deskRoutes(deskOf);

async function deskOf(pay: PayRequest, token: string): Promise<PayDesk | Response> {
  const found = await readPayForPage(systemWorld(), token);
  if (!found) return closed(pay, null, { kind: "not_found" }, 404);
  const { store, product, subscription, firstName } = found;
  if (store.status === "suspended") return closed(pay, store, { kind: "store_suspended" }, 200);
  const now = systemWorld().clock.now();
  if (!canRenewAt(subscription, now)) return closed(pay, store, { kind: "paid_far_ahead" }, 200);
  const page = pay.page(store, { test: false });
  const next = nextPlan(subscription);
  const { period } = renew(subscription, now, next.interval);
  const isNow = period.start.getTime() === now.getTime();
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
    },
    email: "optional",
    // Nothing of the subscriber is asked for or used: the phone is the payer's own.
    knownPhone: null,
    paymentFor: () => ({
      kind: "subscription_renewal",
      subscriptionId: subscription.id,
      isByOther: true,
    }),
    view: (form) => (
      <PayForView
        page={page}
        plan={planOfSubscription(product, subscription, pay.lang(store), "next")}
        firstName={firstName}
        adds={isNow ? null : { startsAt: period.start, endsAt: period.end }}
        form={form}
      />
    ),
  };
}
