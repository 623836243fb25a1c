"use server";

import { z } from "zod";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { sellerButton, sellerForm, textField } from "@/lib/auth/guarded-action";
import { done, type Flash } from "@/lib/auth/sealed-cookie";
import { Invalid, say } from "@/lib/domain/refusal";
import { advanceTestSubscription, testMoves } from "@/lib/services/billing/test-mode/advance-subscription";
import { deleteTestData } from "@/lib/services/billing/test-mode/start-subscription";
import { updateReturnUrl } from "@/lib/services/catalog/stores/update-store";
import { sentEvent } from "@/lib/services/hooks/events/read";
import { sendTestPayment, testOutcomes, testSources } from "@/lib/services/hooks/events/send-test-payment";
import { wordsFor } from "../../words";
import { eventPath } from "../developer-page";

const testModePath = "/dashboard/developers/test-mode";
const Move = z.object({
  id: z.string().max(64),
  move: z.enum(testMoves),
  page: z
    .string()
    .regex(/^\d{1,6}$/)
    .default("1"),
});

export const moveAction = sellerButton(testModePath, Move, async (seller, { id, move, page }, world) => {
  const caller = seller.caller(false);
  const row = await advanceTestSubscription(world, caller, id, move);
  const event = await sentEvent(world, caller, row.id, row.eventSequence);
  return { to: `${testModePath}?page=${page}`, flash: told(event, wordsFor(seller)) };
});

const Payment = z.object({
  what: z.string().regex(/^(?:product|link|invoice):\d{1,9}$/),
  outcome: z.enum(testOutcomes),
});

export const payAction = sellerButton(testModePath, Payment, async (seller, { what, outcome }, world) => {
  const [kind = "", id] = what.split(":");
  const source = { kind: z.enum(testSources).parse(kind), id: Number(id) };
  const events = await sendTestPayment(world, seller.caller(false), source, outcome);
  return { to: `${testModePath}?what=${what}`, flash: toldAll(events, wordsFor(seller)) };
});

function toldAll(events: SentEvent[], words: DashboardWords): Flash {
  const [first, ...others] = events;
  if (!first) return { tone: "ok", text: words.text("failedSendsNothing") };
  const text = [first, ...others].map((event) => told(event, words).text).join(" ");
  return { ...told(first, words), text };
}

type SentEvent = { id: string; type: string; endpoints: number };

function told(event: SentEvent | null, words: DashboardWords): Flash {
  if (!event) return { tone: "ok", text: words.text("stepDone") };
  const link = { href: eventPath(event.id, "test"), label: words.text("seeEvent") };
  if (event.endpoints === 0)
    return { tone: "ok", text: words.text("eventNowhere", { type: event.type }), link };
  const text = words.text("eventSent", {
    type: event.type,
    count: event.endpoints,
  });
  return { tone: "ok", text, link };
}

const Confirmation = z.object({ confirmation: textField });

export const deleteTestDataAction = sellerForm(Confirmation, async (seller, { confirmation }, world) => {
  const caller = seller.caller(false);
  const words = wordsFor(seller);
  const confirmed = words.text("deleteTestDataWords");
  if (confirmation.trim().toLowerCase() !== confirmed)
    throw new Invalid({ confirmation: [say("confirmation_words", { words: confirmed })] });
  const { subscriptions } = await deleteTestData(world, caller);
  return done(testModePath, words.text("testDataGone", { count: subscriptions }));
});

export const returnUrlAction = sellerForm(
  z.object({ returnUrl: textField }),
  async (seller, { returnUrl }, world) => {
    await updateReturnUrl(world, seller.caller(true), returnUrl);
    return done(testModePath, wordsFor(seller).text("returnUrlSaved"));
  },
);
