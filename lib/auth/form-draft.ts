import { z } from "zod";
import { dashboardLanguage } from "@/lib/domain/languages";
import { draftFields, mayBeStored, ownFields } from "@/lib/domain/opened-for";
import type { World } from "@/lib/services/core/world";
import {
  closeFormDraft,
  type OpenForm,
  saveFormDraft,
  type TypedFields,
} from "@/lib/services/people/drafts/drafts";
import { wordsIn } from "@/lib/text/words";
import type { CurrentSeller } from "./current-seller";
import { fieldOf, fieldsOf, unstorable } from "./form-fields";
import type { Flash } from "./sealed-cookie";

/** Below `/dashboard/`, with at most one number after a question mark: `invoices/new?from=12`. */
const pagePattern = /^[a-z-]{1,20}(?:\/[a-z0-9-]{1,20}){0,3}(?:\?[a-z]{1,10}=[a-z0-9]{1,20})?$/;
export const draftPage = z.string().regex(pagePattern);
const openingPattern = /^[0-9a-f-]{36}$/;

/** Which form it is, and its fields without secrets, files and our own. Null for a form that keeps nothing. */
function typedIn(form: FormData): { at: OpenForm; fields: TypedFields } | null {
  const [page, opening] = [fieldOf(form, draftFields.page), fieldOf(form, draftFields.opening)];
  if (!pagePattern.test(page) || !openingPattern.test(opening)) return null;
  const fields = fieldsOf(form);
  if (Object.keys(unstorable(fields)).length > 0) return null;
  const typed = Object.entries(fields).filter(([name]) => mayBeStored(name) && !ownFields.includes(name));
  return { at: { page, opening }, fields: Object.fromEntries(typed) };
}

/** Keeps what a page sends by itself. False where it is no such form, or too long. */
export async function keepTyped(seller: CurrentSeller, form: FormData, world: World): Promise<boolean> {
  const typed = typedIn(form);
  const turn = Number(fieldOf(form, draftFields.turn));
  if (!typed || !Number.isSafeInteger(turn) || turn < 0) return false;
  return saveFormDraft(world, seller.caller(true), { ...typed.at, turn }, typed.fields);
}

/** Whether the button was pressed that browsers without scripts show. */
export function isForLater(form: FormData): boolean {
  return draftFields.keep in fieldsOf(form) && typedIn(form) !== null;
}

/** Keeps it, and shows the page again as whoever comes back will see it. */
export async function keepForLater(
  seller: CurrentSeller,
  form: FormData,
  world: World,
): Promise<{ to: string; flash: Flash }> {
  const typed = typedIn(form);
  const { text } = wordsIn(dashboardLanguage(seller.user.language) ?? "en", "seller");
  const turn = world.clock.now().getTime();
  const isKept =
    typed && (await saveFormDraft(world, seller.caller(true), { ...typed.at, turn }, typed.fields));
  const flash = isKept
    ? { tone: "ok" as const, text: text("keptForLater", { days: String(world.config.retention.drafts) }) }
    : { tone: "bad" as const, text: text("keptTooLong") };
  return { to: `/dashboard/${typed?.at.page ?? ""}`, flash };
}

/** The form was saved, so nothing of it is kept. */
export async function draftIsSaved(seller: CurrentSeller, form: FormData, world: World): Promise<void> {
  const typed = typedIn(form);
  if (typed) await closeFormDraft(world, seller.caller(true), typed.at);
}
