"use server";

import { z } from "zod";
import type { Flash } from "@/lib/auth/flash";
import type { FormState } from "@/lib/auth/form-state";
import { sellerButton, sellerForm, textField } from "@/lib/auth/guarded-action";
import { Invalid } from "@/lib/domain/refusal";
import { sentEvent } from "@/lib/services/events/sent-event";
import { updateReturnUrl } from "@/lib/services/stores/update-settings";
import { advanceTestSubscription, testMoves } from "@/lib/services/test-mode/advance-subscription";
import { deleteTestData } from "@/lib/services/test-mode/delete-test-data";
import { eventPath } from "../events/paths";

const testModePath = "/dashboard/developers/test-mode";
const Move = z.object({
  id: z.string().max(64),
  move: z.enum(testMoves),
  page: z
    .string()
    .regex(/^\d{1,6}$/)
    .default("1"),
});

export async function moveAction(form: FormData): Promise<void> {
  return sellerButton(form, testModePath, Move, async (seller, { id, move, page }, world) => {
    const caller = seller.caller(false);
    const row = await advanceTestSubscription(world, caller, id, move);
    const event = await sentEvent(world, caller, row.id, row.eventSequence);
    return { to: `${testModePath}?page=${page}`, flash: told(event) };
  });
}

function told(event: { id: string; type: string; endpoints: number } | null): Flash {
  if (!event) return { tone: "ok", text: "Done." };
  const link = { href: eventPath(event.id, "test"), label: "See the event" };
  if (event.endpoints === 0)
    return {
      tone: "ok",
      text: `${event.type} happened. No test endpoint takes it, so it was sent nowhere.`,
      link,
    };
  const to = event.endpoints === 1 ? "1 test endpoint" : `${event.endpoints} test endpoints`;
  return { tone: "ok", text: `Sent ${event.type} to ${to}.`, link };
}

const Confirmation = z.object({ confirmation: textField });

export async function deleteTestDataAction(previous: FormState, form: FormData): Promise<FormState> {
  return sellerForm(previous, form, Confirmation, async (seller, { confirmation }, world) => {
    const caller = seller.caller(false);
    if (confirmation.trim().toLowerCase() !== "delete test data")
      throw new Invalid({ confirmation: ["Type the words: delete test data"] });
    const { subscriptions } = await deleteTestData(world, caller);
    const what = subscriptions === 1 ? "1 test subscription is" : `${subscriptions} test subscriptions are`;
    return {
      to: testModePath,
      flash: { tone: "ok", text: `${what} gone, with the test events. Keys and endpoints stay.` },
    };
  });
}

export async function returnUrlAction(previous: FormState, form: FormData): Promise<FormState> {
  return sellerForm(
    previous,
    form,
    z.object({ returnUrl: textField }),
    async (seller, { returnUrl }, world) => {
      await updateReturnUrl(world, seller.caller(true), returnUrl);
      return { to: testModePath, flash: { tone: "ok", text: "The return URL is saved." } };
    },
  );
}
