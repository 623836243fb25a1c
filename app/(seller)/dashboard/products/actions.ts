"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import type { FormState } from "@/lib/auth/form-state";
import { idField, sellerButton, sellerForm } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { changePicture, updateProduct } from "@/lib/services/catalog/products/save";
import { uploadOf } from "../upload";
import { wordsFor } from "../words";
import { changedProductFields, typedProduct } from "./product-fields";

const ChangedProduct = z.object({ ...shapeOf(changedProductFields), id: idField });

export const updateProductAction = sellerForm(ChangedProduct, async (seller, { id, ...change }, world) => {
  const product = await updateProduct(world, seller.caller(true), id, typedProduct(change, seller));
  return done(`/dashboard/products/${id}`, wordsFor(seller).text("productSaved", { product: product.name }));
});

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
