"use server";

import { z } from "zod";
import { fieldOf } from "@/lib/auth/form-fields";
import { idField, sellerButton, sellerForm, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { may } from "@/lib/domain/roles";
import {
  addTag,
  deleteAnyNote,
  deleteNote,
  removeTag,
  requireTag,
  writeNote,
} from "@/lib/services/billing/notes/notes";
import { subjectPath } from "../paths";
import { wordsFor } from "../words";

const About = z.object({ kind: z.enum(["customer", "order"]), id: idField });

/** Where a button leads back to, whatever came of it. */
function backOf(form: FormData): string {
  const read = About.safeParse({ kind: fieldOf(form, "kind"), id: fieldOf(form, "id") });
  return read.success ? subjectPath(read.data) : "/dashboard";
}

const Written = About.extend({ text: textField });

export const writeNoteAction = sellerForm(Written, async (seller, { kind, id, text }, world) => {
  await writeNote(world, seller.caller(true), { kind, id }, text);
  return done(subjectPath({ kind, id }), wordsFor(seller).text("noteSaved"));
});

const Deleted = About.extend({ note: idField });

export const deleteNoteAction = sellerButton(backOf, Deleted, async (seller, { kind, id, note }, world) => {
  const run = may(seller.role, "note.delete_any") ? deleteAnyNote : deleteNote;
  await run(world, seller.caller(true), { kind, id }, note);
  return done(subjectPath({ kind, id }), wordsFor(seller).text("noteDeleted"));
});

const Tagged = About.extend({ tag: textField });

export const addTagAction = sellerForm(Tagged, async (seller, { kind, id, tag }, world) => {
  const isNew = await addTag(world, seller.caller(true), { kind, id }, tag);
  return done(
    subjectPath({ kind, id }),
    wordsFor(seller).text(isNew ? "tagAdded" : "tagThere", { tag: requireTag(tag) }),
  );
});

export const removeTagAction = sellerButton(backOf, Tagged, async (seller, { kind, id, tag }, world) => {
  const removed = await removeTag(world, seller.caller(true), { kind, id }, tag);
  return done(
    subjectPath({ kind, id }),
    wordsFor(seller).text("tagTaken", { tag: removed ?? requireTag(tag) }),
  );
});
