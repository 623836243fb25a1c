"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import { problemsOf } from "@/lib/api/page-of";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { idField, readSent, sellerButton, sellerForm } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { Invalid, Refusal, say } from "@/lib/domain/refusal";
import { discountBody, discountFormProblems } from "@/lib/resources/discount-form";
import { NewCodes, NewDiscount } from "@/lib/resources/discount-input";
import type { SentForm } from "@/lib/resources/form-fields";
import { createCodes } from "@/lib/services/catalog/discounts/codes";
import { type DiscountRow, readDiscount } from "@/lib/services/catalog/discounts/read";
import { createDiscount, deleteDiscount, updateDiscount } from "@/lib/services/catalog/discounts/save";
import { whateverShown } from "@/lib/services/core/shown";
import { wordsFor } from "../words";
import { codesFields } from "./discount-fields";
import { discountPath, discountsPath } from "./words";

const Sent = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const OfDiscount = z.object({ id: idField });
const Switch = z.object({ id: idField, active: z.enum(["yes", "no"]) });
const Codes = OfDiscount.extend(shapeOf(codesFields));

export const createDiscountAction = sellerForm(Sent, async (seller, sent, world) =>
  inFormWords(seller.store, async () => {
    const row = await createDiscount(world, seller.caller(true), read(sent, seller, null));
    return done(discountPath(row.id), wordsFor(seller).text("discountMade", { name: row.name }));
  }),
);

export const updateDiscountAction = sellerForm(Sent, async (seller, sent, world) =>
  inFormWords(seller.store, async () => {
    const { id } = readSent(OfDiscount, sent);
    const caller = seller.caller(true);
    const before = await readDiscount(world, caller, id);
    const row = await updateDiscount(world, caller, id, read(sent, seller, before));
    return done(discountPath(id), wordsFor(seller).text("discountSaved", { name: row.name }));
  }),
);

export const makeCodesAction = sellerForm(Codes, async (seller, { id, count, prefix }, world) => {
  const asked = /^\s*\d{1,4}\s*$/.test(count) ? Number(count) : 0;
  const parsed = NewCodes.safeParse({ count: asked, prefix });
  if (!parsed.success) throw new Invalid(problemsOf(parsed.error));
  const rows = await createCodes(world, seller.caller(true), id, parsed.data);
  return done(discountPath(id), wordsFor(seller).text("codesMade", { count: rows.length }));
});

export const switchDiscountAction = sellerButton(
  discountsPath,
  Switch,
  async (seller, { id, active }, world) => {
    const isActive = active === "yes";
    const row = await updateDiscount(world, whateverShown(seller.caller(true)), id, { is_active: isActive });
    return done(
      discountPath(id),
      wordsFor(seller).text(isActive ? "discountResumed" : "discountPaused", { name: row.name }),
    );
  },
);

export const deleteDiscountAction = sellerButton(discountsPath, OfDiscount, async (seller, { id }, world) => {
  await deleteDiscount(world, seller.caller(true), id);
  return done(discountsPath, wordsFor(seller).text("discountDeleted"));
});

function read(sent: SentForm, seller: CurrentSeller, before: DiscountRow | null) {
  const store = { ...seller.store, language: wordsFor(seller).lang };
  const parsed = NewDiscount.safeParse(discountBody(sent, store, before));
  if (!parsed.success) throw new Invalid(problemsOf(parsed.error));
  return parsed.data;
}

/** Problems come with the API's field names; the form has its own. A refusal about a field is shown at it. */
async function inFormWords<T>(store: { currency: string }, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Invalid) throw new Invalid(discountFormProblems(error.errors, store.currency));
    if (error instanceof Refusal && error.field)
      throw new Invalid({ [error.field]: [say(`refusal.${error.code}`)] });
    throw error;
  }
}
