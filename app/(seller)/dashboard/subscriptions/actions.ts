"use server";

import { z } from "zod";
import { fieldOf } from "@/lib/auth/form-fields";
import { sellerButton } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { hasAccess } from "@/lib/domain/subscription";
import { undoChange } from "@/lib/services/billing/changes/schedule-change";
import { turnOffRenewal } from "@/lib/services/billing/renewal/change";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { takeDiscount } from "@/lib/services/billing/subscriptions/discount";
import { endSubscription, shortenSubscription } from "@/lib/services/billing/subscriptions/end-now";
import { replaceManageLink } from "@/lib/services/billing/subscriptions/manage-link";
import { changePlan } from "@/lib/services/money/checkout/change-plan";
import { subscriptionPath, subscriptionsPath } from "../paths";
import { wordsFor } from "../words";
import { isSubscriptionId, subscription } from "./subscription";

const One = z.object({ id: subscription.id });

/** Where a button leads back to, whatever came of it. */
function backOf(form: FormData): string {
  const id = fieldOf(form, "id");
  return isSubscriptionId(id) ? subscriptionPath(id) : subscriptionsPath;
}

export const cancelSubscriptionAction = sellerButton(backOf, One, async (seller, { id }, world) => {
  const row = await cancelSubscription(world, seller.caller(true), id);
  const goesOn = hasAccess(row, world.clock.now());
  return done(subscriptionPath(id), wordsFor(seller).text(goesOn ? "cancelledUntil" : "cancelledNow"));
});

/** Ends the subscriber's link, wherever it is now, and creates another. */
export const replaceManageLinkAction = sellerButton(backOf, One, async (seller, { id }, world) => {
  await replaceManageLink(world, seller.caller(true), id);
  return done(subscriptionPath(id), wordsFor(seller).text("manageLinkReplaced"));
});

export const endSubscriptionAction = sellerButton(backOf, One, async (seller, { id }, world) => {
  await endSubscription(world, seller.caller(true), id);
  return done(subscriptionPath(id), wordsFor(seller).text("endedNow"));
});

export const shortenSubscriptionAction = sellerButton(backOf, One, async (seller, { id }, world) => {
  await shortenSubscription(world, seller.caller(true), id);
  return done(subscriptionPath(id), wordsFor(seller).text("shortenedNow"));
});

export const turnOffRenewalAction = sellerButton(backOf, One, async (seller, { id }, world) => {
  await turnOffRenewal(world, seller.caller(true), id);
  return done(subscriptionPath(id), wordsFor(seller).text("renewalIsOff"));
});

const Plan = One.extend({ to: z.coerce.number().int().positive() });

/** Another plan that costs nothing now: at once, or chosen for the next payment. */
export async function changePlanAction(form: FormData): Promise<void> {
  const sent = fieldOf(form, "id");
  const chosen = Number(fieldOf(form, "to")) || 0;
  const back = isSubscriptionId(sent) ? `${subscriptionPath(sent)}/plan?to=${chosen}` : subscriptionsPath;
  return sellerButton(back, Plan, async (seller, { id, to }, world) => {
    const { quote, paymentUrl } = await changePlan(world, seller.caller(true), id, to);
    // What was left to pay in the meantime is paid by the subscriber: the page shows the link.
    if (paymentUrl) return { to: `${subscriptionPath(id)}/plan?to=${to}` };
    const text = wordsFor(seller).text(quote.kind === "now" ? "changeMade" : "changeChosen", {
      plan: quote.to.product.name,
    });
    return done(subscriptionPath(id), text);
  })(form);
}

export const undoChangeAction = sellerButton(backOf, One, async (seller, { id }, world) => {
  await undoChange(world, seller.caller(true), id);
  return done(subscriptionPath(id), wordsFor(seller).text("changeUndone"));
});

export const takeDiscountAction = sellerButton(backOf, One, async (seller, { id }, world) => {
  await takeDiscount(world, seller.caller(true), id);
  return done(subscriptionPath(id), wordsFor(seller).text("discountWasTaken"));
});
