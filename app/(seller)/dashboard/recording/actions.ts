"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import { idField, sellerForm, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { typedInEnglish } from "@/lib/domain/money";
import { Invalid } from "@/lib/domain/refusal";
import { type OutsidePayment, recordPayment } from "@/lib/services/money/outside/record";
import { orderPath } from "../paths";
import { wordsFor } from "../words";
import { openField, paymentFields } from "./payment-fields";

const Payment = z.object({
  ...shapeOf({ ...paymentFields, ...openField }),
  key: textField,
  currency: textField,
  order: idField.optional(),
  invoice: idField.optional(),
});

export const recordPaymentAction = sellerForm(Payment, async (seller, input, world) => {
  const { order = 0, invoice, key, currency, amount, agrees, ...typed } = input;
  const words = wordsFor(seller);
  const of: OutsidePayment["for"] =
    invoice === undefined ? { kind: "order", orderId: order } : { kind: "invoice", invoiceId: invoice };
  const payment = {
    ...{ ...typed, id: key, for: of, agrees: agrees.length > 0 },
    amount: typedInEnglish(amount, currency, words.lang),
  };
  const { orderId } = await recordPayment(world, seller.caller(true), payment).catch((error: unknown) => {
    // The page shows the open payment, and the box to tick.
    if (error instanceof Invalid && error.errors.agrees) refresh();
    throw error;
  });
  const to = invoice === undefined ? orderPath(orderId) : `/dashboard/invoices/${invoice}`;
  return done(to, words.text("paymentRecorded"));
});
