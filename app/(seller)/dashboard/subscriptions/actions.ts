"use server";

import { z } from "zod";
import { fieldOf } from "@/lib/auth/form-fields";
import { sellerButton } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { hasAccess } from "@/lib/domain/subscription";
import { undoChange } from "@/lib/services/billing/changes/change";
import { turnOffRenewal } from "@/lib/services/billing/renewal/change";
import {
  cancelSubscription,
  endSubscription,
  shortenSubscription,
} from "@/lib/services/billing/subscriptions/cancel";
import { takeDiscount } from "@/lib/services/billing/subscriptions/give";
import { replaceManageLink } from "@/lib/services/billing/subscriptions/manage-link";
import { changePlan } from "@/lib/services/money/checkout/change-plan";
import { buttonsOf } from "../buttons";
import { subscriptionPath, subscriptionsPath } from "../paths";
import { wordsFor } from "../words";
import { isSubscriptionId, subscription } from "./subscription";

const button = buttonsOf(subscription.id, subscriptionPath, subscriptionsPath);

export const cancelSubscriptionAction = button(cancelSubscription, (words, row, { clock }) =>
  words.text(hasAccess(row, clock.now()) ? "cancelledUntil" : "cancelledNow"),
);

/** Ends the subscriber's link, wherever it is now, and creates another. */
export const replaceManageLinkAction = button(replaceManageLink, "manageLinkReplaced");
export const endSubscriptionAction = button(endSubscription, "endedNow");
export const shortenSubscriptionAction = button(shortenSubscription, "shortenedNow");
export const turnOffRenewalAction = button(turnOffRenewal, "renewalIsOff");
export const undoChangeAction = button(undoChange, "changeUndone");
export const takeDiscountAction = button(takeDiscount, "discountWasTaken");

const Plan = z.object({ id: subscription.id, to: z.coerce.number().int().positive() });

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
