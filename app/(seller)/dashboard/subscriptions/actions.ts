"use server";

import { z } from "zod";
import { sellerButton } from "@/lib/auth/guarded-action";
import { hasAccess } from "@/lib/domain/subscription";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { endSubscription } from "@/lib/services/billing/subscriptions/end-now";
import { replaceManageLink } from "@/lib/services/billing/subscriptions/manage-link";
import { wordsFor } from "../words";
import { subscriptionPath, subscriptionsPath } from "./paths";

const shape = /^sub_[0-9A-Za-z]{1,60}$/;
const One = z.object({ id: z.string().regex(shape) });

export async function cancelSubscriptionAction(form: FormData): Promise<void> {
  const sent = String(form.get("id") ?? "");
  const back = shape.test(sent) ? subscriptionPath(sent) : subscriptionsPath;
  return sellerButton(form, back, One, async (seller, { id }, world) => {
    const row = await cancelSubscription(world, seller.caller(true), id);
    const goesOn = hasAccess(row, world.clock.now());
    const text = wordsFor(seller).text(goesOn ? "cancelledUntil" : "cancelledNow");
    return { to: subscriptionPath(id), flash: { tone: "ok", text } };
  });
}

/** Ends the subscriber's link, wherever it is now, and creates another. */
export async function replaceManageLinkAction(form: FormData): Promise<void> {
  const sent = String(form.get("id") ?? "");
  const back = shape.test(sent) ? subscriptionPath(sent) : subscriptionsPath;
  return sellerButton(form, back, One, async (seller, { id }, world) => {
    await replaceManageLink(world, seller.caller(true), id);
    const text = wordsFor(seller).text("manageLinkReplaced");
    return { to: subscriptionPath(id), flash: { tone: "ok", text } };
  });
}

export async function endSubscriptionAction(form: FormData): Promise<void> {
  const sent = String(form.get("id") ?? "");
  const back = shape.test(sent) ? subscriptionPath(sent) : subscriptionsPath;
  return sellerButton(form, back, One, async (seller, { id }, world) => {
    await endSubscription(world, seller.caller(true), id);
    return { to: subscriptionPath(id), flash: { tone: "ok", text: wordsFor(seller).text("endedNow") } };
  });
}
