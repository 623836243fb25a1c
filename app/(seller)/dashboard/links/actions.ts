"use server";

import { z } from "zod";
import { problemsOf } from "@/lib/api/page-of";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { idField, readSent, sellerButton, sellerForm } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { Invalid } from "@/lib/domain/refusal";
import { formProblems, type SentForm } from "@/lib/resources/form-fields";
import { linkBody, pauseBody } from "@/lib/resources/payment-link-form";
import { NewPaymentLink } from "@/lib/resources/payment-link-input";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/create";
import { readPaymentLink } from "@/lib/services/catalog/payment-links/read";
import { deletePaymentLink, updatePaymentLink } from "@/lib/services/catalog/payment-links/update";
import { whateverShown } from "@/lib/services/core/shown";
import { wordsFor } from "../words";
import { linkPath, linksPath } from "./words";

const Sent = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const OfLink = z.object({ id: idField });
const Switch = z.object({ id: idField, active: z.enum(["yes", "no"]) });

export const createLinkAction = sellerForm(Sent, async (seller, sent, world) =>
  inFormWords(seller.store, async () => {
    const row = await createPaymentLink(world, seller.caller(true), read(sent, seller, null));
    return done(linkPath(row.id), wordsFor(seller).text("linkTakes", { title: row.title }));
  }),
);

export const updateLinkAction = sellerForm(Sent, async (seller, sent, world) =>
  inFormWords(seller.store, async () => {
    const { id } = readSent(OfLink, sent);
    const caller = seller.caller(true);
    const before = await readPaymentLink(world, caller, id);
    const row = await updatePaymentLink(world, caller, id, read(sent, seller, before));
    return done(linkPath(id), wordsFor(seller).text("linkSaved", { title: row.title }));
  }),
);

export const switchLinkAction = sellerButton(linksPath, Switch, async (seller, { id, active }, world) => {
  const isActive = active === "yes";
  const row = await updatePaymentLink(world, whateverShown(seller.caller(true)), id, pauseBody(isActive));
  return done(
    linkPath(id),
    wordsFor(seller).text(isActive ? "linkTakesAgain" : "linkPaused", { title: row.title }),
  );
});

export const deleteLinkAction = sellerButton(linksPath, OfLink, async (seller, { id }, world) => {
  await deletePaymentLink(world, seller.caller(true), id);
  return done(linksPath, wordsFor(seller).text("linkDeleted"));
});

function read(sent: SentForm, seller: CurrentSeller, before: { expiresAt: Date | null } | null) {
  const store = { ...seller.store, language: wordsFor(seller).lang };
  const parsed = NewPaymentLink.safeParse(linkBody(sent, store, before));
  if (!parsed.success) throw new Invalid(problemsOf(parsed.error));
  return parsed.data;
}

/** Problems come with the API's field names; the form has its own. */
async function inFormWords<T>(store: { currency: string }, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof Invalid ? new Invalid(formProblems(error.errors, store.currency)) : error;
  }
}
