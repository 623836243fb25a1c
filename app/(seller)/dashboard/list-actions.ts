"use server";

import { z } from "zod";
import { rowsMax } from "@/app/_lists/list";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { fieldOf } from "@/lib/auth/form-fields";
import { idField, manyField, sellerButton, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { addDays, civilDateIn, instantAt } from "@/lib/domain/civil-date";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { readUnreminded } from "@/lib/services/billing/reminders/ask";
import { whateverShown } from "@/lib/services/core/shown";
import type { World } from "@/lib/services/core/world";
import { calendarDays } from "@/lib/services/desk/overview/today";
import { deleteView, saveView } from "@/lib/services/people/views/views";
import { type BulkDone, bulkRuns, type NotDone, notDoneText, renewalReminder, whyNot } from "./bulk-acts";
import { wordsFor } from "./words";

const Sent = z.object({ act: textField, rows: manyField, tag: textField });

/**
 * Does one thing with each chosen row, as the row's own page does it, with its limits and in a transaction of its own.
 * Only what can be done is done; the answer says of which rows not, and why.
 */
export async function bulkAction(form: FormData): Promise<void> {
  const list = fieldOf(form, "list");
  const back = Object.hasOwn(bulkRuns, list) ? list : "/dashboard";
  return sellerButton(back, Sent, async (seller, { act, rows, tag }, world) => {
    const found = bulkRuns[back]?.[act];
    if (!found) throw new NotFound();
    const keys = [...new Set(rows)];
    if (keys.length === 0) throw new Invalid({ form: [say("choose_rows")] });
    if (keys.length > rowsMax) throw new Invalid({ form: [say("rows_most", { max: rowsMax })] });
    const { said, changed } = await doEachRow(seller, world, found, keys, tag);
    const [first] = changed;
    if (!found.opposite || !first) return { to: back, flash: said };
    const words = wordsFor(seller);
    const fields = { list: back, act: found.opposite, tag: first.text };
    const press = { label: words.text("bulkUndo"), fields, rows: changed.map(({ key }) => key) };
    return { to: back, flash: { ...said, press } };
  })(form);
}

/** What is said of them all, and which were changed by what text. */
async function doEachRow(
  seller: CurrentSeller,
  world: World,
  found: BulkDone,
  keys: readonly string[],
  typed: string,
) {
  const text = found.read?.(typed) ?? "";
  const words = wordsFor(seller);
  const caller = whateverShown(seller.caller(true));
  const notDone: NotDone[] = [];
  const changed: { key: string; text: string }[] = [];
  for (const key of keys) {
    let name: string | null = null;
    try {
      const row = await found.one(world, caller, key, text);
      name = row.name;
      const undoneBy = await row.run();
      if (found.opposite && typeof undoneBy === "string") changed.push({ key, text: undoneBy });
    } catch (error) {
      notDone.push({ name, why: whyNot(error, words.lang) });
    }
  }
  const done = words.text("bulkDone", { act: words.text(found.label), count: keys.length - notDone.length });
  const tone = keys.length > 0 && notDone.length === keys.length ? ("bad" as const) : ("ok" as const);
  return { said: { tone, text: [done, ...notDoneText(notDone, words)].join(" ") }, changed };
}

/** Reminds those whose renewal the overview says is due; so many by one press, the soonest first. */
export const remindAllAction = sellerButton("/dashboard", z.object({}), async (seller, _, world) => {
  const caller = seller.caller(true);
  const today = civilDateIn(world.clock.now(), seller.store.timeZone);
  const end = instantAt(addDays(today, calendarDays), 0, seller.store.timeZone);
  const due = await readUnreminded(world, caller, end, rowsMax);
  const { said } = await doEachRow(seller, world, renewalReminder, due, "");
  return { to: "/dashboard", flash: said };
});

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
