"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import { problemsOf } from "@/lib/api/read-request";
import { idField, sellerButton, sellerForm } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { Invalid } from "@/lib/domain/refusal";
import { NewCodes } from "@/lib/resources/discount-input";
import { createCodes, deleteDiscount, updateDiscount } from "@/lib/services/catalog/discounts/save";
import { whateverShown } from "@/lib/services/core/shown";
import { wordsFor } from "../words";
import { codesFields, discountPath, discountsPath } from "./discount";

const OfDiscount = z.object({ id: idField });
const Switch = z.object({ id: idField, active: z.enum(["yes", "no"]) });
const Codes = OfDiscount.extend(shapeOf(codesFields));

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
