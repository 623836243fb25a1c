"use server";

import { z } from "zod";
import { done } from "@/lib/auth/flash";
import type { FormState } from "@/lib/auth/form-state";
import { proofFields, sellerForm } from "@/lib/auth/guarded-action";
import { askForEverything } from "@/lib/services/desk/takeout/takeouts";
import { wordsFor } from "../../words";
import { takeAlongPath } from "../paths";

export async function takeAlongAction(previous: FormState, form: FormData): Promise<FormState> {
  return sellerForm(previous, form, z.object(proofFields), async (seller, proof, world) => {
    await askForEverything(world, seller.caller(true), proof);
    return done(takeAlongPath, wordsFor(seller).text("takeAlongAsked"));
  });
}
