"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import { fieldOf } from "@/lib/auth/form-fields";
import { idField, sellerButton, sellerForm } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { deliverWaiting } from "@/lib/services/billing/orders/fulfil";
import {
  addCodes,
  addNote,
  addPool,
  changeNote,
  moveUp,
  removeDeliverable,
} from "@/lib/services/catalog/deliverables/save";
import { deliverablesPath } from "../../../paths";
import { wordsFor } from "../../../words";
import { changedNoteFields, moreCodesFields, noteFields, poolFields } from "./fields";

const One = z.object({ id: idField, product: idField });
const NewNote = z.object({ ...shapeOf(noteFields), product: idField });
const ChangedNote = One.extend(shapeOf(changedNoteFields));
const NewPool = z.object({ ...shapeOf(poolFields), product: idField });
const MoreCodes = One.extend(shapeOf(moreCodesFields));

export const addNoteAction = sellerForm(NewNote, async (seller, { product, kind, ...input }, world) => {
  const note = { ...input, kind: kind === "text" ? ("text" as const) : ("link" as const) };
  await addNote(world, seller.caller(true), product, note);
  return done(deliverablesPath(product), wordsFor(seller).text("deliverableAdded"));
});

export const changeNoteAction = sellerForm(ChangedNote, async (seller, { id, product, ...input }, world) => {
  await changeNote(world, seller.caller(true), id, input);
  return done(deliverablesPath(product), wordsFor(seller).text("deliverableChanged"));
});

export const addPoolAction = sellerForm(NewPool, async (seller, { product, ...input }, world) => {
  const { added } = await addPool(world, seller.caller(true), product, input);
  return done(deliverablesPath(product), wordsFor(seller).text("codesAdded", { count: String(added) }));
});

export const addCodesAction = sellerForm(MoreCodes, async (seller, { id, product, codes }, world) => {
  const { added } = await addCodes(world, seller.caller(true), id, codes);
  return done(deliverablesPath(product), wordsFor(seller).text("codesAdded", { count: String(added) }));
});

/** Where a button leads back to, whatever came of it. */
function backOf(form: FormData): string {
  const id = fieldOf(form, "product");
  return /^\d{1,9}$/.test(id) ? deliverablesPath(id) : "/dashboard/products";
}

export const moveUpAction = sellerButton(backOf, One, async (seller, { id, product }, world) => {
  await moveUp(world, seller.caller(true), id);
  return done(deliverablesPath(product), wordsFor(seller).text("deliverableMoved"));
});

export const removeDeliverableAction = sellerButton(backOf, One, async (seller, { id, product }, world) => {
  await removeDeliverable(world, seller.caller(true), id);
  return done(deliverablesPath(product), wordsFor(seller).text("deliverableRemoved"));
});

const OfProduct = z.object({ product: idField });

export const deliverWaitingAction = sellerButton(backOf, OfProduct, async (seller, { product }, world) => {
  const count = await deliverWaiting(world, seller.caller(true), product);
  return done(deliverablesPath(product), wordsFor(seller).text("waitingDelivered", { count: String(count) }));
});
