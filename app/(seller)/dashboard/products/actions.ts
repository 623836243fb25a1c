"use server";

import { z } from "zod";
import type { FormState } from "@/lib/auth/form-state";
import { sellerForm, textField } from "@/lib/auth/guarded-action";
import { createSubscriptionProduct } from "@/lib/services/products/create";

const NewProduct = z.object({
  name: textField,
  description: textField,
  price: textField,
  interval: textField,
});

export async function createProductAction(previous: FormState, form: FormData): Promise<FormState> {
  return sellerForm(previous, form, NewProduct, async (seller, input, world) => {
    const product = await createSubscriptionProduct(world, seller.caller(true), input);
    return {
      to: "/dashboard/products",
      flash: { tone: "ok", text: `${product.name} is for sale at its subscribe page.` },
    };
  });
}
