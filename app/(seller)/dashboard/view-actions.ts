"use server";

import { z } from "zod";
import { fieldOf } from "@/lib/auth/form-fields";
import { idField, sellerButton, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { deleteView, saveView } from "@/lib/services/people/views/views";
import { wordsFor } from "./words";

/** A list of the dashboard, so that a foreign form cannot redirect anybody elsewhere. */
const listPath = /^\/dashboard(?:\/[a-z-]+)+$/;
const NewView = z.object({
  list: z.string().regex(listPath),
  query: z
    .string()
    .max(2_000)
    .transform((query) => new URLSearchParams(query).toString()),
  name: textField,
});

/** Saves the filters of a list under a name, and shows the list with them. */
export async function saveViewAction(form: FormData): Promise<void> {
  const sent = fieldOf(form, "list");
  const back = listPath.test(sent) ? sent : "/dashboard";
  return sellerButton(back, NewView, async (seller, view, world) => {
    await saveView(world, seller.caller(true), view);
    return done(`${view.list}?${view.query}`, wordsFor(seller).text("viewSaved", { name: view.name.trim() }));
  })(form);
}

export const deleteViewAction = sellerButton(
  "/dashboard",
  z.object({ id: idField }),
  async (seller, { id }, world) => {
    const { name, list } = await deleteView(world, seller.caller(true), id);
    return done(list, wordsFor(seller).text("viewDeleted", { name }));
  },
);
