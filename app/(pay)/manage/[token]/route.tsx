import { ManageView, noticeOf } from "@/components/pay/manage-view";
import { everyInWords, wordsOf } from "@/components/pay/parts";
import type { ManageViewProps, RenewalRow } from "@/components/pay/types";
import type { Language } from "@/lib/domain/languages";
import { formatMoney } from "@/lib/domain/money";
import { comingChange, nextPlan } from "@/lib/domain/plan-change";
import { Refusal } from "@/lib/domain/refusal";
import { hasAccess } from "@/lib/domain/subscription";
import { composeToken, tokenShape } from "@/lib/domain/token";
import { cardText } from "@/lib/resources/subscription";
import { undoChange } from "@/lib/services/billing/changes/change";
import { turnOffRenewal } from "@/lib/services/billing/renewal/change";
import { cancelSubscription, publishCancelReason } from "@/lib/services/billing/subscriptions/cancel";
import { replaceManageLink } from "@/lib/services/billing/subscriptions/manage-link";
import { advanceTestSubscription } from "@/lib/services/billing/test-mode/advance-subscription";
import { downloadUrl } from "@/lib/services/core/download-token";
import { payForUrl } from "@/lib/services/core/manage-token";
import { Changed } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import {
  type ManagePage,
  readChoosablePlans,
  readManagePage,
} from "@/lib/services/money/checkout/pages/read-manage-page";
import { type AgreedHere, agreeOnManagePage } from "@/lib/services/money/renewal/on-manage-page";
import { askForOrder, sayOrderOver } from "@/lib/services/money/renewal/standing-orders";
import { chooseWhatsapp, readWhatsappChoice } from "@/lib/services/money/whatsapp/choose";
import { changedTexts } from "../../changed";
import { factsOf, planInWords, planOfSubscription } from "../../plan";
import { readForm, tooMany } from "../../read-form";
import { asPayer, closed, doneOf, type PayRequest, payRoute, seeOther, show } from "../../respond";
import { endedLink } from "./ended-link";
import { orderRowOf, orderTerms } from "./order-row";

export const GET = payRoute<{ token: string }>(async (pay, { token }) => {
  const world = systemWorld();
  const found = await readManagePage(world, token);
  return found ? showManage(pay, found) : endedLink(pay, token);
});

/** `problems`: what changed before it was pressed, so that nothing was done. */
async function showManage(
  pay: PayRequest,
  found: ManagePage,
  problems: ManageViewProps["problems"] = [],
): Promise<Response> {
  const world = systemWorld();
  const { store, product, subscription, periods } = found;
  const lang = pay.lang(store);
  const done = pay.url.searchParams.get("done");
  return show(
    pay,
    <ManageView
      problems={problems}
      page={{
        ...pay.page(store, { test: !subscription.livemode }),
        done:
          done === "started" || done === "renewed"
            ? doneOf(store, "subscription", subscription.livemode)
            : null,
      }}
      plan={planOfSubscription(product, subscription, lang)}
      account={{ ref: subscription.ref, email: subscription.customer.email }}
      subscription={{ ...factsOf(subscription, world.clock.now()), cancelledBy: found.cancelledBy }}
      renew={renewalOf(found, pay.url.pathname)}
      changeUrl={(await readChoosablePlans(world, found)).length > 0 ? `${pay.url.pathname}/change` : null}
      coming={comingOf(found, pay.url.pathname, lang)}
      cancelUrl={`${pay.url.pathname}/cancel`}
      periods={periods.map((period) => ({
        startsAt: period.startsAt,
        endsAt: period.endsAt,
        paidAt: period.paidAt,
        isFree: period.kind !== "paid",
        isCut: period.cutAt !== null,
        amount: formatMoney({ minor: period.paidMinor, currency: period.currency }, lang),
        givenBack: period.order?.refundedMinor
          ? formatMoney({ minor: period.order.refundedMinor, currency: period.currency }, lang)
          : null,
        receiptHref: period.order && `/receipt/${period.order.receiptToken}`,
      }))}
      olderPeriods={(periods[0]?.number ?? 0) - periods.length}
      notice={noticeOf(done)}
      contactUrl={subscription.livemode ? `${pay.url.pathname}/contact` : null}
      downloadsUrl={downloadsOf(found)}
      payForUrl={payForOf(found)}
      renewal={renewalRowOf(pay, found)}
      order={orderRowOf(pay.page(store, { test: !subscription.livemode }), found, pay.url.pathname)}
      messages={await messagesRow(pay, found)}
      underWayHref={underWayOf(pay)}
      newLinkForm={{ action: pay.url.pathname, fields: { act: "new_link" } }}
      reasonForm={
        done === "cancelled" && subscription.cancelledAt
          ? { action: pay.url.pathname, fields: { act: "reason" } }
          : null
      }
    />,
    { status: problems.length > 0 ? 422 : 200 },
  );
}

/** Renew and Cancel. The address itself gives access; opening it changes nothing. */
export const POST = payRoute<{ token: string }>(async (pay, { token }) => {
  const world = systemWorld();
  const form = await readForm(pay.request);
  const found = await readManagePage(world, token);
  if (!found) return endedLink(pay, token, form?.get("act") === "send");
  const { subscription, store } = found;
  const limited = await tooMany(pay, "manage", subscription.id);
  if (limited) return limited;
  const caller = asPayer(store, subscription.livemode);
  const act = form?.get("act");
  const here = pay.url.pathname;
  try {
    if (act === "cancel") {
      await cancelSubscription(world, caller, subscription.id);
      return seeOther(`${here}?done=cancelled`);
    }
    if (act === "undo_change") {
      await undoChange(world, caller, subscription.id);
      return seeOther(`${here}?done=change_undone`);
    }
    if (act === "new_link") {
      const url = await replaceManageLink(world, caller, subscription.id);
      return seeOther(`${new URL(url).pathname}?done=new_link`);
    }
    if (act === "reason") {
      const told = await publishCancelReason(world, caller, subscription.id, form?.get("reason") ?? "");
      return seeOther(told ? `${here}?done=thanked` : here);
    }
    if (act === "renew_off") {
      const { underWay } = await turnOffRenewal(world, caller, subscription.id);
      return seeOther(`${here}?done=renew_off${underWay ? `&under_way=${underWay}` : ""}`);
    }
    if (act === "renew_on") {
      const agreed = agreedOn(pay, found, form?.get("to") ?? "");
      if (!agreed) return seeOther(here);
      const seen = form?.get("seen") ?? "";
      await agreeOnManagePage(world, { ...caller, seen }, subscription.id, agreed);
      return seeOther(`${here}?done=renew_on`);
    }
    if (act === "whatsapp_on" || act === "whatsapp_off") {
      await chooseWhatsapp(world, found, act === "whatsapp_on", wordsOf(pay.lang(store)).text("whatsappOn"));
      return seeOther(here);
    }
    if (act === "order_on") {
      const { offer } = found.standing;
      if (!offer) return seeOther(here);
      const text = orderTerms(pay.page(store, { test: false }), found, offer);
      const said = { text, language: pay.lang(store) };
      await askForOrder(world, { ...caller, seen: form?.get("seen") ?? "" }, subscription.id, said);
      return seeOther(here);
    }
    if (act === "order_over") {
      await sayOrderOver(world, caller, subscription.id);
      return seeOther(here);
    }
    const paymentKey = form?.get("payment") ?? "";
    if (act === "renew" && !subscription.livemode && tokenShape.test(paymentKey)) {
      await advanceTestSubscription(world, caller, subscription.id, "renew", paymentKey);
      return seeOther(`${here}?done=renewed`);
    }
  } catch (error) {
    if (error instanceof Changed) return showChanged(pay, token, error);
    // The action is already done or not possible now; the page shows the current state.
    if (error instanceof Refusal) return seeOther(here);
    throw error;
  }
  return closed(pay, store, { kind: "bad_form", backUrl: here }, 422, !subscription.livemode);
});

/** The page as it is now, with what changed. */
async function showChanged(pay: PayRequest, token: string, { names }: Changed): Promise<Response> {
  const found = await readManagePage(systemWorld(), token);
  if (!found) return endedLink(pay, token);
  const row = renewalRowOf(pay, found);
  const plan = nextPlan(found.subscription).product.name;
  const { phone, price } = row?.usePhone ?? { phone: undefined, price: row?.price ?? "" };
  const changed = names.map((name) => (name === "total" ? "price" : name));
  return showManage(
    pay,
    found,
    changedTexts(pay.page(found.store, { test: false }), changed, { plan, price, phone }),
  );
}

/** In test mode too: the seller sees what a subscriber gets. */
function downloadsOf({ product, subscription: { id, manageVersion, ...row } }: ManagePage): string | null {
  const world = systemWorld();
  if (!product.delivers || !hasAccess(row, world.clock.now())) return null;
  return new URL(downloadUrl(world, { kind: "subscription", id, version: manageVersion })).pathname;
}

/** A test subscription has no such page: nobody pays for it. */
function payForOf({ store, subscription }: ManagePage): string | null {
  const world = systemWorld();
  if (!subscription.livemode || store.status === "suspended" || world.rails.all.length === 0) return null;
  return payForUrl(world, subscription);
}

/** The plan that comes next, with the button that keeps the one that there is, while nothing is paid for it. */
function comingOf({ subscription }: ManagePage, action: string, lang: Language): ManageViewProps["coming"] {
  const coming = comingChange(subscription, systemWorld().clock.now());
  if (!coming) return null;
  const plan = planInWords(coming, subscription.currency, lang);
  return { plan, at: coming.at, undo: coming.isPaid ? null : { action, fields: { act: "undo_change" } } };
}

/** A test subscription renews at once. A live renewal is a payment, with a page of its own. */
function renewalOf(found: ManagePage, action: string): ManageViewProps["renew"] {
  if (found.store.status === "suspended") return null;
  if (found.subscription.livemode)
    return systemWorld().rails.all.length > 0 ? { href: `${action}/renew` } : null;
  return { action, fields: { act: "renew", payment: composeToken(systemWorld().random.bytes(24)) } };
}

/** How it renews, with the forms that change it. */
function renewalRowOf(pay: PayRequest, { renewal, standing, store }: ManagePage): RenewalRow | null {
  const isOrdered = renewal?.mode === "standing_order";
  if (!renewal || (isOrdered && standing.order)) return null;
  const here = pay.url.pathname;
  const lang = pay.lang(store);
  const price = (minor: bigint) =>
    everyInWords(wordsOf(lang), formatMoney({ minor, currency: renewal.currency }, lang), renewal.interval);
  const agree = (to: AgreedHere["to"], seen: string) => ({
    action: here,
    fields: { act: "renew_on", to, seen },
  });
  const { card, phone, otherPhone } = renewal;
  return {
    // A standing order that is over: they pay each time.
    mode: renewal.mode === "standing_order" ? "manual" : renewal.mode,
    ...{ hasFailed: renewal.hasFailed, nextTryAt: renewal.nextTryAt },
    price: price(renewal.totalMinor),
    from: card ? cardText(card) : (phone ?? ""),
    off: { action: here, fields: { act: "renew_off" } },
    agree: renewal.isBeyondConsent ? agree("same", renewal.seen) : null,
    usePhone: otherPhone && {
      phone: otherPhone.masked,
      price: price(otherPhone.totalMinor),
      form: agree("phone", otherPhone.seen),
    },
    cardHref: renewal.keepsCards ? `${here}/renew?by=card` : null,
  };
}

/** By which way messages come to the subscriber's phone. */
async function messagesRow(pay: PayRequest, found: ManagePage): Promise<ManageViewProps["messages"]> {
  const isOn = await readWhatsappChoice(systemWorld(), found);
  if (isOn === null) return null;
  const words = wordsOf(pay.lang(found.store));
  const form = { action: pay.url.pathname, fields: { act: isOn ? "whatsapp_off" : "whatsapp_on" } };
  const line = words.text(isOn ? "whatsappIsOn" : "whatsappIsOff");
  return { lines: [line], act: { label: words.text(isOn ? "whatsappOff" : "whatsappOn"), form } };
}

/** What the payer agreed to by pressing, in the words at the button. Null for a form that is not ours. */
function agreedOn(pay: PayRequest, found: ManagePage, to: string): AgreedHere | null {
  const row = renewalRowOf(pay, found);
  if (!row || (to !== "same" && to !== "phone")) return null;
  const words = wordsOf(pay.lang(found.store));
  const text =
    to === "same"
      ? words.text("renewAgree", { price: row.price })
      : row.usePhone &&
        `${words.text("renewUsePhone")}. ${words.text("renewUsePhoneHint", { phone: row.usePhone.phone, price: row.usePhone.price })}`;
  return text ? { to, text, language: pay.lang(found.store) } : null;
}

function underWayOf(pay: PayRequest): string | null {
  const token = pay.url.searchParams.get("under_way") ?? "";
  return tokenShape.test(token) ? `/attempt/${token}` : null;
}
