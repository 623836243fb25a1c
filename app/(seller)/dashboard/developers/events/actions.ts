"use server";

import { z } from "zod";
import { modeField, sellerButton, textField } from "@/lib/auth/guarded-action";
import { resendDelivery, resendEvent, resendMissed } from "@/lib/services/hooks/webhooks/resend";
import { wordsFor } from "../../words";
import { eventPath, eventsPath } from "../developer-page";

const Resend = z.object({
  mode: modeField,
  event: textField,
  delivery: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
});

/** Resends one delivery, or the event to every endpoint that receives it. The page's timeline shows the result. */
export const resendAction = sellerButton(
  eventsPath,
  Resend,
  async (seller, { mode, event, delivery }, world) => {
    const caller = seller.caller(mode === "live");
    const results = delivery
      ? [await resendDelivery(world, caller, BigInt(delivery), seller.user.name)]
      : await resendEvent(world, caller, event, seller.user.name);
    const received = results.filter((result) => result.ok).length;
    const words = wordsFor(seller);
    const all = received === results.length;
    return {
      to: eventPath(event, mode),
      flash:
        results.length === 0
          ? { tone: "bad", text: words.text("resentNobody") }
          : all
            ? { tone: "ok", text: words.text("resentAll", { count: received }) }
            : {
                tone: "bad",
                text: words.text("resentSome", {
                  received: String(received),
                  count: results.length,
                }),
              },
    };
  },
);

const hours = { "1": 1, "24": 24, "72": 72, "240": 240 };
const Missed = z.object({ mode: modeField, since: z.enum(["1", "24", "72", "240"]) });

export const resendMissedAction = sellerButton(eventsPath, Missed, async (seller, { mode, since }, world) => {
  const caller = seller.caller(mode === "live");
  const from = new Date(world.clock.now().getTime() - hours[since] * 60 * 60_000);
  const words = wordsFor(seller);
  const { queued } = await resendMissed(world, caller, from, seller.user.name);
  return {
    to: `${eventsPath}?mode=${mode}`,
    flash:
      queued === 0
        ? { tone: "ok", text: words.text("nothingMissed") }
        : { tone: "ok", text: words.text("missedQueued", { count: queued }) },
  };
});
