"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import { idField, modeField, proofFields, sellerButton, sellerForm } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { pingEndpoint } from "@/lib/services/hooks/webhooks/manual-attempt";
import {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  revealSecret,
  rotateSecret,
  switchSecret,
  updateEndpoint,
} from "@/lib/services/hooks/webhooks/save-endpoint";
import { confirmPerson } from "@/lib/services/people/accounts/confirm-person";
import { wordsFor } from "../../words";
import { endpointPath, endpointsPath, pingSaid, shownSecret } from "../words";
import { endpointFields, typesIn } from "./endpoint-fields";
import type { PingAnswer } from "./ping-form";

const Wish = z.object({ ...shapeOf(endpointFields), mode: modeField });

export const createEndpointAction = sellerForm(Wish, async (seller, { mode, ...input }, world) => {
  const caller = seller.caller(mode === "live");
  const typed = { ...input, url: input.url.trim(), types: typesIn(input.types) };
  const made = await createEndpoint(world, caller, typed);
  const words = wordsFor(seller);
  const shown = shownSecret(words.text("endpointIsAdded"), made.secret, made.endpoint, words);
  return { result: { ...shown, words: { ...shown.words, done: words.text("sendPing") } } };
});

export const updateEndpointAction = sellerForm(
  Wish.extend({ id: idField }),
  async (seller, { mode, id, ...input }, world) => {
    const caller = seller.caller(mode === "live");
    const typed = { ...input, url: input.url.trim(), types: typesIn(input.types) };
    await updateEndpoint(world, caller, id, typed);
    return done(endpointPath(id, mode), wordsFor(seller).text("endpointSaved"));
  },
);

const One = z.object({ id: idField, mode: modeField });

export const pingAction = sellerForm<typeof One, PingAnswer>(One, async (seller, { id, mode }, world) => {
  const caller = seller.caller(mode === "live");
  const answer = await pingEndpoint(world, caller, id, seller.user.name);
  const { ok, responseBody, eventId } = answer;
  return { result: { ok, said: pingSaid(answer, wordsFor(seller)), responseBody, eventId } };
});

export const revealSecretAction = sellerForm(One.extend(proofFields), async (seller, input, world) => {
  const caller = seller.caller(input.mode === "live");
  await confirmPerson(world, seller.user.id, input);
  const { secret } = await revealSecret(world, caller, input.id);
  const words = wordsFor(seller);
  const endpoint = { id: input.id, livemode: caller.livemode };
  return { result: shownSecret(words.text("secretOfEndpoint"), secret, endpoint, words) };
});

export const rotateSecretAction = sellerForm(One.extend(proofFields), async (seller, input, world) => {
  const caller = seller.caller(input.mode === "live");
  await confirmPerson(world, seller.user.id, input);
  const { secret, endpoint } = await rotateSecret(world, caller, input.id);
  const words = wordsFor(seller);
  return { result: shownSecret(words.text("newSecretMade"), secret, endpoint, words) };
});

export const switchSecretAction = sellerButton(endpointsPath, One, async (seller, { id, mode }, world) => {
  const caller = seller.caller(mode === "live");
  await switchSecret(world, caller, id);
  return done(endpointPath(id, mode), wordsFor(seller).text("secretSwitched"));
});

export const disableEndpointAction = sellerButton(endpointsPath, One, async (seller, { id, mode }, world) => {
  const caller = seller.caller(mode === "live");
  await disableEndpoint(world, caller, id);
  return done(endpointPath(id, mode), wordsFor(seller).text("endpointIsDisabled"));
});

export const enableEndpointAction = sellerButton(endpointsPath, One, async (seller, { id, mode }, world) => {
  const caller = seller.caller(mode === "live");
  const { missed } = await enableEndpoint(world, caller, id);
  const words = wordsFor(seller);
  const link = {
    href: `/dashboard/developers/events?mode=${mode}&delivery=skipped&endpoint=${id}`,
    label: words.text("seeMissed"),
  };
  return {
    to: endpointPath(id, mode),
    flash:
      missed === 0
        ? { tone: "ok", text: words.text("endpointIsEnabled") }
        : {
            tone: "ok",
            text: words.text("endpointMissed", { count: missed }),
            link,
          },
  };
});

export const deleteEndpointAction = sellerButton(endpointsPath, One, async (seller, { id, mode }, world) => {
  const caller = seller.caller(mode === "live");
  await deleteEndpoint(world, caller, id);
  return done(`${endpointsPath}?mode=${mode}`, wordsFor(seller).text("endpointDeleted"));
});
