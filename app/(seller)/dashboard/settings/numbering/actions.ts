"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import { done } from "@/lib/auth/flash";
import { sellerForm } from "@/lib/auth/guarded-action";
import { invoiceNumber } from "@/lib/domain/invoice";
import { changeNumbering, readNumbering } from "@/lib/services/billing/invoices/numbering";
import { wordsFor } from "../../words";
import { numberingPath } from "../paths";
import { numberingFields } from "./numbering-fields";

const Typed = z.object(shapeOf(numberingFields));

export const saveNumberingAction = sellerForm(Typed, async (seller, typed, world) => {
  const caller = seller.caller(true);
  await changeNumbering(world, caller, typed);
  const number = invoiceNumber((await readNumbering(world, caller)).now);
  return done(numberingPath, wordsFor(seller).text("numberingSaved", { number }));
});
