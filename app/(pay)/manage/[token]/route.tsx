import { ManageView } from "@/components/pay/manage-view";
import type { ManageViewProps } from "@/components/pay/types";
import { formatMoney } from "@/lib/domain/money";
import { Refusal } from "@/lib/domain/refusal";
import { composeToken } from "@/lib/domain/token";
import { cancelSubscription, publishCancelReason } from "@/lib/services/billing/subscriptions/cancel";
import { replaceManageLink } from "@/lib/services/billing/subscriptions/manage-link";
import { advanceTestSubscription } from "@/lib/services/billing/test-mode/advance-subscription";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type ManagePage, readManagePage } from "@/lib/services/money/checkout/pages/read-manage-page";
import { tooMany } from "../../limits";
import { factsOf, planOfSubscription } from "../../plan";
import { readForm } from "../../read-form";
import { closed, payRoute, seeOther, show } from "../../respond";
import { endedLink } from "./ended-link";

const notices = [
  "started",
  "renewed",
  "cancelled",
  "payment_failed",
  "contact",
  "thanked",
  "new_link",
] as const;

export const GET = payRoute<{ token: string }>(async (pay, { token }) => {
  const world = systemWorld();
  const found = await readManagePage(world, token);
  if (!found) return endedLink(pay, token);
  const { store, product, subscription, periods } = found;
  const lang = pay.lang(store);
  const done = pay.url.searchParams.get("done");
  return show(
    pay,
    <ManageView
      page={pay.page(store, { test: !subscription.livemode })}
      plan={planOfSubscription(product, subscription, lang)}
      account={{ ref: subscription.ref, email: subscription.customer.email }}
      subscription={{ ...factsOf(subscription, world.clock.now()), cancelledBy: found.cancelledBy }}
      renew={renewalOf(found, pay.url.pathname)}
      cancelUrl={`${pay.url.pathname}/cancel`}
      periods={periods.map((period) => ({
        startsAt: period.startsAt,
        endsAt: period.endsAt,
        paidAt: period.paidAt,
        amount: formatMoney({ minor: period.amountMinor, currency: period.currency }, lang),
        givenBack: period.order?.refundedMinor
          ? formatMoney({ minor: period.order.refundedMinor, currency: period.currency }, lang)
          : null,
        receiptHref: period.order && `/receipt/${period.order.receiptToken}`,
      }))}
      olderPeriods={subscription.paymentsCount - periods.length}
      notice={notices.find((notice) => notice === done) ?? null}
      contactUrl={subscription.livemode ? `${pay.url.pathname}/contact` : null}
      newLinkForm={{ action: pay.url.pathname, fields: { act: "new_link" } }}
      reasonForm={
        done === "cancelled" && subscription.cancelledAt
          ? { action: pay.url.pathname, fields: { act: "reason" } }
          : null
      }
    />,
  );
});

/** Renew and Cancel. The address itself gives access; opening it changes nothing. */
export const POST = payRoute<{ token: string }>(async (pay, { token }) => {
  const world = systemWorld();
  const form = await readForm(pay.request);
  const found = await readManagePage(world, token);
  if (!found) return endedLink(pay, token, form?.get("act") === "send");
  const { subscription, store } = found;
  const limited = await tooMany(pay, "manage", subscription.id);
  if (limited) return limited;
  const caller = {
    storeId: store.id,
    accountId: store.accountId,
    livemode: subscription.livemode,
    actor: "payer",
  };
  const act = form?.get("act");
  const here = pay.url.pathname;
  try {
    if (act === "cancel") {
      await cancelSubscription(world, caller, subscription.id);
      return seeOther(`${here}?done=cancelled`);
    }
    if (act === "new_link") {
      const url = await replaceManageLink(world, caller, subscription.id);
      return seeOther(`${new URL(url).pathname}?done=new_link`);
    }
    if (act === "reason") {
      const told = await publishCancelReason(world, caller, subscription.id, form?.get("reason") ?? "");
      return seeOther(told ? `${here}?done=thanked` : here);
    }
    const paymentKey = form?.get("payment") ?? "";
    if (act === "renew" && !subscription.livemode && /^[0-9A-Za-z]{22}$/.test(paymentKey)) {
      await advanceTestSubscription(world, caller, subscription.id, "renew", paymentKey);
      return seeOther(`${here}?done=renewed`);
    }
  } catch (error) {
    // The action is already done or not possible now; the page shows the current state.
    if (error instanceof Refusal) return seeOther(here);
    throw error;
  }
  return closed(pay, store, { kind: "bad_form", backUrl: here }, 422, !subscription.livemode);
});

/** A test subscription renews at once. A live renewal is a payment, with a page of its own. */
function renewalOf(found: ManagePage, action: string): ManageViewProps["renew"] {
  if (found.store.status === "suspended") return null;
  if (found.subscription.livemode)
    return systemWorld().rails.all.length > 0 ? { href: `${action}/renew` } : null;
  return { action, fields: { act: "renew", payment: composeToken(systemWorld().random.bytes(24)) } };
}
