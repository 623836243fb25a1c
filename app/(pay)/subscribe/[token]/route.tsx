import { SubscribeView } from "@/components/pay/subscribe-view";
import { TestPaymentView } from "@/components/pay/test-payment-view";
import { Refusal } from "@/lib/domain/refusal";
import { cleanRef, isEmail, normalizeEmail } from "@/lib/domain/text";
import { composeToken } from "@/lib/domain/token";
import { countRequest } from "@/lib/services/keys/rate-limit";
import { readSubscribePage, type SubscribePage } from "@/lib/services/pay-pages/read-subscribe-page";
import { returnUrlAfter } from "@/lib/services/pay-pages/return-url";
import { manageUrl } from "@/lib/services/subscriptions/manage-token";
import { systemWorld } from "@/lib/services/system-world";
import { startTestSubscription } from "@/lib/services/test-mode/start-subscription";
import { factsOf, planOf } from "../../plan";
import { readForm } from "../../read-form";
import { closed, type PayRequest, payRoute, seeOther, show } from "../../respond";

interface Payer {
  livemode: boolean;
  ref: string | null;
  email: string | null;
}

export const GET = payRoute<{ token: string }>(async (pay, { token }) => {
  const payer = payerOf((name) => pay.url.searchParams.get(name));
  // Nobody sent a form: it is the seller's link that holds a ref or an e-mail which cannot be one.
  if (!payer) return closed(pay, null, { kind: "not_found" }, 422);
  const open = await openPage(pay, token, payer);
  if (open instanceof Response) return open;
  return payer.livemode ? livePage(pay, open, payer) : testPage(pay, open, payer);
});

/** The two buttons of the test payment page, 120 presses a minute and address. Live payments have no form here. */
export const POST = payRoute<{ token: string }>(async (pay, { token }) => {
  const world = systemWorld();
  const rate = await countRequest(world, `test-page:${pay.request.headers.get("x-client-ip") ?? "unknown"}`);
  if (!rate.allowed) {
    const minutes = Math.ceil(rate.resetSeconds / 60);
    return closed(pay, null, { kind: "too_many", minutes, backUrl: pay.url.pathname }, 429);
  }
  const form = await readForm(pay.request);
  const payer = form && payerOf((name) => form.get(name) ?? null);
  const outcome = form?.get("outcome");
  const paymentKey = form?.get("payment") ?? "";
  const isComplete = (outcome === "succeed" || outcome === "fail") && /^[0-9A-Za-z]{22}$/.test(paymentKey);
  if (!payer || payer.livemode || !isComplete)
    return closed(pay, null, { kind: "bad_form", backUrl: null }, 422);
  const open = await openPage(pay, token, payer);
  if (open instanceof Response) return open;
  if (outcome === "fail") return seeOther(addressOf(pay, payer, { failed: "1" }));
  const caller = { storeId: open.store.id, accountId: open.store.accountId, livemode: false, actor: "payer" };
  try {
    const { row } = await startTestSubscription(world, caller, {
      productId: open.product.id,
      ...payer,
      paymentKey,
    });
    return seeOther(returnUrlAfter(world, open.store, row));
  } catch (error) {
    // The manage page says what this subscription has and why it cannot hold another period.
    if (error instanceof Refusal && error.code === "renewal_limit" && open.current)
      return seeOther(manageUrl(world, open.current));
    throw error;
  }
});

/** The page's facts, or the closed page that says why there is nothing to pay here. */
async function openPage(pay: PayRequest, token: string, payer: Payer): Promise<SubscribePage | Response> {
  const found = await readSubscribePage(systemWorld(), token, payer);
  if (!found) return closed(pay, null, { kind: "not_found" }, 404);
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
  return found;
}

async function livePage(pay: PayRequest, open: SubscribePage, payer: Payer): Promise<Response> {
  const plan = planOf(open.product);
  if (!plan) return closed(pay, open.store, { kind: "not_found" }, 404);
  return show(
    pay,
    <SubscribeView
      page={pay.page(open.store, { test: false, keep: fieldsOf(payer) })}
      plan={plan}
      account={payer}
      current={currentOf(open)}
      testUrl={open.store.testModeSince ? addressOf(pay, { ...payer, livemode: false }) : null}
    />,
  );
}

async function testPage(pay: PayRequest, open: SubscribePage, payer: Payer): Promise<Response> {
  const plan = planOf(open.product);
  if (!plan) return closed(pay, open.store, { kind: "not_found" }, 404);
  const fields = { ...fieldsOf(payer), payment: composeToken(systemWorld().random.bytes(24)) };
  return show(
    pay,
    <TestPaymentView
      page={pay.page(open.store, { test: true, keep: fieldsOf(payer) })}
      plan={plan}
      account={payer}
      form={{ action: pay.url.pathname, fields }}
      event={open.current ? "subscription.renewed" : "subscription.activated"}
      endpoints={open.endpoints}
      returnUrl={open.store.returnUrl}
      failed={pay.url.searchParams.get("failed") === "1"}
      current={currentOf(open)}
    />,
    { leadsTo: open.store.returnUrl },
  );
}

function currentOf(open: SubscribePage) {
  if (!open.current) return null;
  const world = systemWorld();
  return {
    subscription: factsOf(open.current, world.clock.now()),
    manageUrl: manageUrl(world, open.current),
  };
}

/** Who pays, as the seller's link or the form says; null when a value cannot be what it claims to be. */
function payerOf(read: (name: string) => string | null): Payer | null {
  const ref = cleanRef(read("ref"));
  const email = normalizeEmail(read("email") ?? "");
  if (!ref.ok || (email !== "" && !isEmail(email))) return null;
  return { livemode: read("test") !== "1", ref: ref.ref, email: email === "" ? null : email };
}

function fieldsOf(payer: Payer): Record<string, string> {
  return {
    ...(payer.livemode ? {} : { test: "1" }),
    ...(payer.ref === null ? {} : { ref: payer.ref }),
    ...(payer.email === null ? {} : { email: payer.email }),
  };
}

function addressOf(pay: PayRequest, payer: Payer, more: Record<string, string> = {}): string {
  return `${pay.url.pathname}?${new URLSearchParams({ ...fieldsOf(payer), ...more })}`;
}
