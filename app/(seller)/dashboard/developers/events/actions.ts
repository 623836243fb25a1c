"use server";

import { z } from "zod";
import { modeField, sellerButton, textField } from "@/lib/auth/guarded-action";
import { resendDelivery, resendEvent, resendMissed } from "@/lib/services/webhooks/resend";
import { eventPath, eventsPath } from "./paths";

const Resend = z.object({
  mode: modeField,
  event: textField,
  delivery: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
});

/** One delivery again, or the event to every endpoint that takes it. The answer is in the timeline of the page. */
export async function resendAction(form: FormData): Promise<void> {
  return sellerButton(form, eventsPath, Resend, async (seller, { mode, event, delivery }, world) => {
    const caller = seller.caller(mode === "live");
    const results = delivery
      ? [await resendDelivery(world, caller, BigInt(delivery), seller.user.name)]
      : await resendEvent(world, caller, event, seller.user.name);
    const received = results.filter((result) => result.ok).length;
    const all = received === results.length;
    return {
      to: eventPath(event, mode),
      flash:
        results.length === 0
          ? { tone: "bad", text: "No endpoint takes this event. Nothing was sent." }
          : all
            ? { tone: "ok", text: `Sent again and received by ${count(received)}.` }
            : { tone: "bad", text: `Sent again. Received by ${received} of ${count(results.length)}.` },
    };
  });
}

const hours = { "1": 1, "24": 24, "72": 72, "240": 240 };
const Missed = z.object({ mode: modeField, since: z.enum(["1", "24", "72", "240"]) });

export async function resendMissedAction(form: FormData): Promise<void> {
  return sellerButton(form, eventsPath, Missed, async (seller, { mode, since }, world) => {
    const caller = seller.caller(mode === "live");
    const from = new Date(world.clock.now().getTime() - hours[since] * 60 * 60_000);
    const { queued } = await resendMissed(world, caller, from, seller.user.name);
    return {
      to: `${eventsPath}?mode=${mode}`,
      flash:
        queued === 0
          ? { tone: "ok", text: "Nothing failed or was skipped in that time." }
          : {
              tone: "ok",
              text: `${queued} ${queued === 1 ? "delivery is" : "deliveries are"} on the way again.`,
            },
    };
  });
}

function count(endpoints: number): string {
  return endpoints === 1 ? "1 endpoint" : `${endpoints} endpoints`;
}
