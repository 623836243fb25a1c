"use server";

import { z } from "zod";
import { idField, sellerButton } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { changePicture } from "@/lib/services/catalog/products/save";
import { productPath } from "../paths";
import { wordsFor } from "../words";

export const removePictureAction = sellerButton(
  "/dashboard/products",
  z.object({ id: idField }),
  async (seller, { id }, world) => {
    await changePicture(world, seller.caller(true), id, null);
    return done(productPath(id), wordsFor(seller).text("pictureRemoved"));
  },
);
