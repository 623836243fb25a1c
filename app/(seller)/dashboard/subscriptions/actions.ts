"use server";

import { z } from "zod";
import { sellerButton } from "@/lib/auth/guarded-action";
import { hasAccess } from "@/lib/domain/subscription";
import { cancelSubscription } from "@/lib/services/subscriptions/cancel";
import { subscriptionPath, subscriptionsPath } from "./paths";

const shape = /^sub_[0-9A-Za-z]{1,60}$/;
const One = z.object({ id: z.string().regex(shape) });

export async function cancelSubscriptionAction(form: FormData): Promise<void> {
  const sent = String(form.get("id") ?? "");
  const back = shape.test(sent) ? subscriptionPath(sent) : subscriptionsPath;
  return sellerButton(form, back, One, async (seller, { id }, world) => {
    const row = await cancelSubscription(world, seller.caller(true), id);
    const text = hasAccess(row, world.clock.now())
      ? "The subscription is cancelled. Access goes on until the end of what was paid."
      : "The subscription is cancelled, and access has ended.";
    return { to: subscriptionPath(id), flash: { tone: "ok", text } };
  });
}
