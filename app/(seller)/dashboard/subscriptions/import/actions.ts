"use server";

import { z } from "zod";
import { fieldOf, takeFileOf, textOf } from "@/lib/auth/form-fields";
import type { FormState } from "@/lib/auth/form-state";
import { idField, sellerButton, sellerForm, textField } from "@/lib/auth/guarded-action";
import { Invalid, say } from "@/lib/domain/refusal";
import { planMove, planPaystack } from "@/lib/services/billing/moving/plan";
import { startMove, undoMove } from "@/lib/services/billing/moving/run";
import { importPath, movePath } from "../../paths";

const productField = textField.transform((text) => (/^\d{1,9}$/.test(text) ? Number(text) : null));
const File = z.object({ product: productField });
const Key = z.object({ passwordKey: textField, product: productField });

/** Looks at a file; nothing is written. */
export async function planFileAction(previous: FormState, form: FormData): Promise<FormState> {
  const file = takeFileOf(form, "file");
  return sellerForm(File, async (seller, { product }, world) => {
    const csv = await textOf(file ?? nothingChosen());
    return { to: movePath(await planMove(world, seller.caller(true), { csv, productId: product })) };
  })(previous, form);
}

export const planPaystackAction = sellerForm(Key, async (seller, { passwordKey, product }, world) => {
  const id = await planPaystack(world, seller.caller(true), { key: passwordKey, productId: product });
  return { to: movePath(id) };
});

function nothingChosen(): never {
  throw new Invalid({ file: [say("required")] });
}

const One = z.object({ id: idField });
const tick = z.literal("on").optional();
const Start = One.extend({ notifies: tick, publishes: tick });

export const startMoveAction = sellerButton(
  backTo,
  Start,
  async (seller, { id, notifies, publishes }, world) => {
    const told = { notifies: notifies === "on", publishes: publishes === "on" };
    await startMove(world, seller.caller(true), id, told);
    return { to: movePath(id) };
  },
);

export const undoMoveAction = sellerButton(backTo, One, async (seller, { id }, world) => {
  await undoMove(world, seller.caller(true), id);
  return { to: movePath(id) };
});

function backTo(form: FormData): string {
  const id = fieldOf(form, "id");
  return /^\d{1,9}$/.test(id) ? movePath(Number(id)) : importPath;
}
