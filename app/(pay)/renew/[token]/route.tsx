import { PayForView } from "@/components/pay/renew-views";
import { canRenewAt } from "@/lib/domain/subscription";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readPayForPage } from "@/lib/services/money/checkout/pages/read-manage-page";
import type { PayDesk } from "../../desk";
import { deskRoutes } from "../../pay-form";
import { nextPeriodOf, planOfSubscription } from "../../plan";
import { closed, nothing, type PayRequest } from "../../respond";

/** Where somebody else pays for a subscriber. The link can do nothing else. */
export const { GET, POST } = deskRoutes(deskOf);

async function deskOf(pay: PayRequest, token: string): Promise<PayDesk | Response> {
  const found = await readPayForPage(systemWorld(), token);
  if (!found) return nothing(pay);
  const { store, product, subscription, firstName } = found;
  if (store.status === "suspended") return closed(pay, store, { kind: "store_suspended" }, 200);
  const now = systemWorld().clock.now();
  if (!canRenewAt(subscription, now)) return closed(pay, store, { kind: "paid_far_ahead" }, 200);
  const { desk, adds } = nextPeriodOf(pay, found, now);
  return {
    ...desk,
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
        page={desk.page}
        plan={planOfSubscription(product, subscription, pay.lang(store), "next")}
        firstName={firstName}
        adds={adds}
        form={form}
      />
    ),
  };
}
