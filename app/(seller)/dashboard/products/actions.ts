"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import type { FormState } from "@/lib/auth/form-state";
import { idField, sellerButton, sellerForm } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { typedInEnglish } from "@/lib/domain/money";
import { changePicture } from "@/lib/services/catalog/products/change-picture";
import { createProduct, updateProduct } from "@/lib/services/catalog/products/save";
import { deliverablesPath } from "../paths";
import { uploadOf } from "../upload";
import { wordsFor } from "../words";
import {
  asksPlaceIn,
  changedProductFields,
  isChoosableIn,
  isTaxFreeIn,
  newProductFields,
} from "./product-fields";

const NewProduct = z.object(shapeOf(newProductFields));
const ChangedProduct = z.object({ ...shapeOf(changedProductFields), id: idField });

export const createProductAction = sellerForm(NewProduct, async (seller, input, world) => {
  const product = await createProduct(world, seller.caller(true), typedBy(input, seller));
  const key = product.interval ? "subscribeReady" : "productReady";
  // What it delivers comes next: until then its orders wait.
  const to = product.kind === "digital" ? deliverablesPath(product.id) : "/dashboard/products";
  return done(to, wordsFor(seller).text(key, { product: product.name }));
});

export const updateProductAction = sellerForm(ChangedProduct, async (seller, { id, ...change }, world) => {
  const product = await updateProduct(world, seller.caller(true), id, typedBy(change, seller));
  return done(`/dashboard/products/${id}`, wordsFor(seller).text("productSaved", { product: product.name }));
});

/** The boxes as answers, and the prices as typed in the seller's language. */
function typedBy<
  Input extends { price: string; salePrice: string; delivery: string[]; choosable: string[]; tax: string[] },
>({ delivery, choosable, tax, ...input }: Input, seller: CurrentSeller) {
  const read = (typed: string) => typedInEnglish(typed, seller.store.currency, wordsFor(seller).lang);
  return {
    ...input,
    price: read(input.price),
    salePrice: read(input.salePrice),
    asksPlace: asksPlaceIn(delivery),
    isChoosable: isChoosableIn(choosable),
    isTaxFree: isTaxFreeIn(tax),
  };
}

const Pictured = z.object({ id: idField });

export async function uploadPictureAction(previous: FormState, form: FormData): Promise<FormState> {
  const upload = await uploadOf(form, "picture");
  return sellerForm(Pictured, async (seller, { id }, world) => {
    await changePicture(world, seller.caller(true), id, upload);
    return done(`/dashboard/products/${id}`, wordsFor(seller).text("pictureSaved"));
  })(previous, form);
}

export const removePictureAction = sellerButton(
  "/dashboard/products",
  Pictured,
  async (seller, { id }, world) => {
    await changePicture(world, seller.caller(true), id, null);
    return done(`/dashboard/products/${id}`, wordsFor(seller).text("pictureRemoved"));
  },
);
