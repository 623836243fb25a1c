"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import type { FormState } from "@/lib/auth/form-state";
import { proofFields, sellerButton, sellerForm } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { changeLogo, changeSites } from "@/lib/services/catalog/stores/update-store";
import { submitVerification } from "@/lib/services/catalog/stores/verification";
import { askForEverything } from "@/lib/services/desk/takeout/takeouts";
import { lookPath, sitesPath, takeAlongPath, verificationPath } from "../paths";
import { uploadOf } from "../upload";
import { wordsFor } from "../words";
import { verificationFields } from "./fields";
import { sitesFields } from "./sites/snippets";

const Told = z.object(shapeOf(verificationFields));

export async function sendVerificationAction(previous: FormState, form: FormData): Promise<FormState> {
  const upload = await uploadOf(form, "picture");
  const state = await sellerForm(Told, async (seller, told, world) => {
    await submitVerification(world, seller.caller(true), told, upload);
    return done(verificationPath, wordsFor(seller).text("verificationSent"));
  })(previous, form);
  // It must be typed again, so that the page never contains it.
  return { ...state, values: { ...state.values, number: [] } };
}

const Nothing = z.object({});

export async function uploadLogoAction(previous: FormState, form: FormData): Promise<FormState> {
  const upload = await uploadOf(form, "picture");
  return sellerForm(Nothing, async (seller, _, world) => {
    await changeLogo(world, seller.caller(true), upload);
    return done(lookPath, wordsFor(seller).text("logoSaved"));
  })(previous, form);
}

export const removeLogoAction = sellerButton(lookPath, Nothing, async (seller, _, world) => {
  await changeLogo(world, seller.caller(true), null);
  return done(lookPath, wordsFor(seller).text("logoRemoved"));
});

export const takeAlongAction = sellerForm(z.object(proofFields), async (seller, proof, world) => {
  await askForEverything(world, seller.caller(true), proof);
  return done(takeAlongPath, wordsFor(seller).text("takeAlongAsked"));
});

const Sites = z.object(shapeOf(sitesFields));

export const saveSitesAction = sellerForm(Sites, async (seller, { sites }, world) => {
  await changeSites(world, seller.caller(true), sites);
  return done(sitesPath, wordsFor(seller).text("sitesSaved"));
});
