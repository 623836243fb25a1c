"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import { sellerForm } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { changeSites } from "@/lib/services/catalog/stores/change-tax";
import { sitesPath } from "../../paths";
import { wordsFor } from "../../words";
import { sitesFields } from "./snippets";

const Typed = z.object(shapeOf(sitesFields));

export const saveSitesAction = sellerForm(Typed, async (seller, { sites }, world) => {
  await changeSites(world, seller.caller(true), sites);
  return done(sitesPath, wordsFor(seller).text("sitesSaved"));
});
