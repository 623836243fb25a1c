import { SubscribeView } from "@/components/pay/subscribe-view";
import type { Plan } from "@/components/pay/types";
import { cleanRef, isEmail, normalizeEmail } from "@/lib/domain/text";
import { manageUrl } from "@/lib/services/core/manage-token";
import { systemWorld } from "@/lib/services/desk/system-world";
import {
  readSubscribePage,
  type SubscribePage,
} from "@/lib/services/money/checkout/pages/read-subscribe-page";
import { browserOf, cookieOf } from "../../browser";
import type { PayDesk } from "../../desk";
import { readPayForm, showPayForm, takePayForm } from "../../pay-form";
import { factsOf, planOf, planOfSubscription } from "../../plan";
import { closed, type PayRequest, payRoute } from "../../respond";
import { previewOf, productShared } from "../../sharing/shared";
import { addressOf, fieldsOf, type Payer, pressTestButton, showTestPage } from "./test-page";

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

type OpenPage = SubscribePage & { plan: Plan };

/** The page's facts, or the closed page that says why nothing can be paid here. */
async function openPage(pay: PayRequest, token: string, payer: Payer): Promise<OpenPage | Response> {
  const found = await readSubscribePage(systemWorld(), token, payer, {
    browser: browserOf(pay),
    attempt: cookieOf(pay, "paying", /^[0-9A-Za-z]{22}$/),
    manage: cookieOf(pay, "testing", /^[0-9A-Za-z]{20,40}\.[0-9A-Za-z]{22}$/),
  });
  const plan = found && planOf(found.product, pay.lang(found.store), found.picture);
  if (!plan) return closed(pay, null, { kind: "not_found" }, 404);
  const { store, product } = found;
  const test = !payer.livemode;
  if (store.status === "suspended") return closed(pay, store, { kind: "store_suspended" }, 200, test);
  if (test && !store.testModeSince)
    return closed(
      pay,
      store,
      { kind: "test_mode_off", developersUrl: "/dashboard/developers/keys" },
      200,
      true,
    );
  if (product.status !== "active")
    return closed(pay, store, { kind: "not_on_sale", planName: product.name }, 200, test);
  return { ...found, plan };
}

/**
 * A user who already has the plan renews it here, at the price they signed up for: a first payment for them is a
 * renewal. Only the browser that began the subscription sees that before it pays; for all others the page looks the
 * same.
 */
function deskOf(pay: PayRequest, open: OpenPage, payer: Payer): PayDesk {
  const { store, product, current } = open;
  const keep = fieldsOf(payer);
  const page = pay.page(store, { test: false, keep });
  const { ref, email } = payer;
  return {
    id: `subscribe/${product.id}`,
    store,
    page,
    currency: current?.currency ?? product.currency,
    priceMinor: current?.amountMinor ?? product.salePriceMinor ?? product.priceMinor,
    address: addressOf(pay, payer),
    email: email === null ? "optional" : "no",
    fields: { ...(ref === null ? {} : { ref }), ...(email === null ? {} : { for_email: email }) },
    values: email === null ? {} : { email },
    paymentFor: () => ({ kind: "subscription_start", productId: product.id, ref }),
    view: (form) => (
      <SubscribeView
        page={page}
        plan={current ? planOfSubscription(product, current, pay.lang(store)) : open.plan}
        account={payer}
        current={current && factsOf(current, systemWorld().clock.now())}
        testUrl={store.testModeSince ? addressOf(pay, { ...payer, livemode: false }) : null}
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

/**
 * The user of the payment, from the seller's link or the form; null for an invalid ref. An invalid e-mail is dropped:
 * it only serves the receipt, and the form asks for it.
 */
function payerOf(read: (name: string) => string | null): Payer | null {
  const livemode = read("test") !== "1";
  const ref = cleanRef(read("ref"));
  const email = normalizeEmail(read("email") ?? "");
  if (!ref.ok) return null;
  return { livemode, ref: ref.ref, email: isEmail(email) ? email : null };
}
