"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import { done } from "@/lib/auth/flash";
import { sellerForm } from "@/lib/auth/guarded-action";
import { changeTax } from "@/lib/services/catalog/stores/change-tax";
import { wordsFor } from "../../words";
import { taxPath } from "../paths";
import { taxFields } from "./tax-fields";

const Typed = z.object(shapeOf(taxFields));

export const saveTaxAction = sellerForm(Typed, async (seller, typed, world) => {
  await changeTax(world, seller.caller(true), typed);
  return done(taxPath, wordsFor(seller).text("taxSaved"));
});
