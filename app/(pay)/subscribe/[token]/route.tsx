import { SubscribeView } from "@/components/pay/subscribe-views";
import { nextPlan } from "@/lib/domain/plan-change";
import { planShown } from "@/lib/services/billing/changes/change";
import { manageUrl } from "@/lib/services/core/manage-token";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { SubscribePage } from "@/lib/services/money/checkout/pages/read-shop";
import type { PayDesk } from "../../desk";
import { readPayForm, showPayForm, takePayForm } from "../../pay-form";
import { factsOf, planOfSubscription } from "../../plan";
import { closed, type PayRequest, payRoute } from "../../respond";
import { previewOf, productShared } from "../../sharing";
import { fieldsOf, type NamedPayer, type OpenPage, offerOf, openPage, payerOf } from "./open-page";
import { addressOf, pressTestButton, showTestPage } from "./test-page";

export const GET = payRoute<{ token: string }>(async (pay, { token }) => {
  const payer = payerOf((name) => pay.url.searchParams.get(name));
  // Here the seller's link contains an invalid ref, so a payment would belong to no user.
  if (!payer) return closed(pay, null, { kind: "bad_link" }, 422);
  const open = await openPage(pay, token, payer);
  if (open instanceof Response) return open;
  return payer.livemode
    ? showPayForm(pay, deskOf(pay, open, payer))
    : showTestPage(pay, open, payer, testSubscriptionOf(open));
});

/** The payment form of the live page, and the two buttons of the test payment page. */
export const POST = payRoute<{ token: string }>(async (pay, { token }) => {
  const read = await readPayForm(pay);
  if (read instanceof Response) return read;
  // An address typed by the payer is only for the receipt; it does not say for whom the payment is.
  const payer = payerOf((name) => read(name === "email" && read("test") !== "1" ? "for_email" : name));
  if (!payer) return closed(pay, null, { kind: "bad_form", backUrl: null }, 422);
  const open = await openPage(pay, token, payer);
  if (open instanceof Response) return open;
  return payer.livemode
    ? takePayForm(pay, deskOf(pay, open, payer), read)
    : pressTestButton(pay, open, payer, read);
});

/**
 * A user who already has the plan renews it here, at the price they signed up for: a first payment for them is a
 * renewal. Only the browser that began the subscription sees that before it pays; for all others the page looks the
 * same.
 */
function deskOf(pay: PayRequest, open: OpenPage, payer: NamedPayer): PayDesk {
  const { store, product, current } = open;
  const keep = fieldsOf(payer);
  const page = pay.page(store, { test: false, keep });
  const { ref, email } = payer;
  const { interval, priceMinor, salePriceMinor } = product;
  const next = current
    ? nextPlan(current)
    : { product, interval: interval ?? "month", amountMinor: salePriceMinor ?? priceMinor };
  return {
    id: `subscribe/${product.id}`,
    store,
    page,
    currency: current?.currency ?? product.currency,
    priceMinor: next.amountMinor,
    shown: planShown(next, current?.currentPeriodEnd ?? null),
    reduces: {
      productId: product.id,
      renews: current && { ...current, amountMinor: next.amountMinor },
      isPlan: true,
    },
    renews: store.letsRenew ? next.interval : null,
    address: addressOf(pay, payer),
    email: email === null ? "optional" : "no",
    fields: { ...(ref === null ? {} : { ref }), ...(email === null ? {} : { for_email: email }) },
    values: email === null ? {} : { email },
    paymentFor: () => ({ kind: "subscription_start", productId: product.id, ref }),
    view: (form) => (
      <SubscribeView
        page={page}
        plan={current ? planOfSubscription(product, current, pay.lang(store), "next") : open.plan}
        account={payer}
        current={current && factsOf(current, systemWorld().clock.now())}
        offer={current ? null : offerOf(product, payer)}
        form={form}
        preview={previewOf(productShared(store, product), page.lang)}
      />
    ),
  };
}

function testSubscriptionOf({ current }: SubscribePage) {
  if (!current) return null;
  const world = systemWorld();
  return { subscription: factsOf(current, world.clock.now()), manageUrl: manageUrl(world, current) };
}
