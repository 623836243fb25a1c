import { RenewView } from "@/components/pay/renew-views";
import { canRenewAt } from "@/lib/domain/subscription";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readManagePage } from "@/lib/services/money/checkout/pages/read-manage-page";
import type { PayDesk } from "../../../desk";
import { deskRoutes } from "../../../pay-form";
import { factsOf, nextPeriodOf, planOfSubscription } from "../../../plan";
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
  if (!canRenewAt(subscription, now)) return closed(pay, store, { kind: "paid_far_ahead" }, 200);
  const { desk, interval, adds } = nextPeriodOf(pay, found, now);
  return {
    ...desk,
    reduces: { ...desk.reduces, isPlan: true },
    renews: store.letsRenew ? interval : null,
    email: "no",
    knownPhone: phone,
    paymentFor: () => ({ kind: "subscription_renewal", subscriptionId: subscription.id }),
    view: (form) => (
      <RenewView
        page={desk.page}
        plan={planOfSubscription(product, subscription, pay.lang(store), "next")}
        account={{ ref: subscription.ref, email: subscription.customer.email }}
        subscription={factsOf(subscription, now)}
        adds={adds}
        form={form}
        backHref={manage}
      />
    ),
  };
}
