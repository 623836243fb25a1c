import { TestPaymentView, type TestPaymentViewProps } from "@/components/pay/test-payment-view";
import { Refusal } from "@/lib/domain/refusal";
import { composeToken, tokenShape } from "@/lib/domain/token";
import { startTestSubscription } from "@/lib/services/billing/test-mode/start-subscription";
import { manageToken, manageUrl } from "@/lib/services/core/manage-token";
import { systemWorld } from "@/lib/services/desk/system-world";
import { returnUrlAfter } from "@/lib/services/money/checkout/pages/read-attempt-page";
import { rememberHere } from "../../browser";
import type { ReadField } from "../../pay-form";
import { tooMany } from "../../read-form";
import { codeAsked } from "../../reduced";
import { asPayer, closed, type PayRequest, seeOther, show } from "../../respond";
import { fieldsOf, type NamedPayer, type OpenPage, offerOf } from "./open-page";

export function showTestPage(
  pay: PayRequest,
  open: OpenPage,
  payer: NamedPayer,
  current: TestPaymentViewProps["current"],
): Promise<Response> {
  const code = codeAsked(pay);
  const fields = {
    ...fieldsOf(payer),
    ...(code === "" ? {} : { code }),
    payment: composeToken(systemWorld().random.bytes(24)),
  };
  return show(
    pay,
    <TestPaymentView
      page={pay.page(open.store, { test: true, keep: fieldsOf(payer) })}
      plan={open.plan}
      account={payer}
      form={{ action: pay.url.pathname, fields }}
      event={open.current ? "subscription.renewed" : "subscription.activated"}
      endpoints={open.endpoints}
      returnUrl={open.store.returnUrl}
      failed={pay.url.searchParams.get("failed") === "1"}
      paid={pay.url.searchParams.get("paid") === "1"}
      current={current}
      offer={current ? null : offerOf(open.product, payer)}
    />,
    { leadsTo: open.store.returnUrl },
  );
}

/** The two buttons: one starts or renews a test subscription, the other shows what a payer would read. */
export async function pressTestButton(
  pay: PayRequest,
  open: OpenPage,
  payer: NamedPayer,
  read: ReadField,
): Promise<Response> {
  const limited = await tooMany(pay, "test", null);
  if (limited) return limited;
  const world = systemWorld();
  const outcome = read("outcome");
  const paymentKey = read("payment") ?? "";
  const isComplete = (outcome === "succeed" || outcome === "fail") && tokenShape.test(paymentKey);
  if (!isComplete) return closed(pay, null, { kind: "bad_form", backUrl: null }, 422);
  if (outcome === "fail") return seeOther(addressOf(pay, payer, { failed: "1" }));
  const { store, product } = open;
  const caller = asPayer(store, false);
  try {
    const { row } = await startTestSubscription(world, caller, {
      productId: product.id,
      ...payer,
      paymentKey,
      code: codeAsked(pay, read),
    });
    // A browser that renews another browser's subscription gets no right to cancel it.
    const isFirst = row.paymentsCount === 1 && row.trialEndsAt === null;
    const isTheirs = isFirst || open.current?.id === row.id;
    if (!isTheirs && !store.returnUrl) return seeOther(addressOf(pay, payer, { paid: "1" }));
    const response = seeOther(returnUrlAfter(world, store, row));
    if (isTheirs) rememberHere(response, "testing", manageToken(world, row), pay.url.pathname);
    return response;
  } catch (error) {
    // The manage page says what this subscription has and why it cannot hold another period.
    if (error instanceof Refusal && error.code === "renewal_limit")
      return open.current
        ? seeOther(manageUrl(world, open.current))
        : closed(pay, store, { kind: "paid_far_ahead" }, 200, true);
    throw error;
  }
}

export function addressOf(pay: PayRequest, payer: NamedPayer, more: Record<string, string> = {}): string {
  return `${pay.url.pathname}?${new URLSearchParams({ ...fieldsOf(payer), ...more })}`;
}
