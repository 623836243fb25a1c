"use server";

import { z } from "zod";
import { done } from "@/lib/auth/flash";
import { proofFields, sellerForm } from "@/lib/auth/guarded-action";
import { askForEverything } from "@/lib/services/desk/takeout/takeouts";
import { wordsFor } from "../../words";
import { takeAlongPath } from "../paths";

export const takeAlongAction = sellerForm(z.object(proofFields), async (seller, proof, world) => {
  await askForEverything(world, seller.caller(true), proof);
  return done(takeAlongPath, wordsFor(seller).text("takeAlongAsked"));
});
