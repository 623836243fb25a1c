import { deflateRawSync, inflateRawSync } from "node:zlib";
import { headers } from "next/headers";
import { z } from "zod";
import { mayBeStored, openedByField, openedForField } from "@/lib/domain/opened-for";
import { fieldsOf } from "./form-fields";
import { isSameOrigin } from "./same-origin";
import { sealedCookie } from "./sealed-cookie";

const storedSeconds = 60 * 60;
/** Of the packed fields, so that the whole cookie stays below the 4,096 bytes that browsers take. */
const packedMax = 2600;
const unpackedMax = 64 * 1024;

const Draft = z.object({
  path: z.string(),
  userId: z.number().int(),
  storeId: z.number().int().nullable(),
  /** The fields as JSON, deflated, in base64. */
  packed: z.string(),
});
const Fields = z.record(z.string(), z.array(z.string()));
const draftCookie = sealedCookie("draft", Draft, storedSeconds);

/**
 * Keeps what somebody typed in a form that arrived after their session had ended, sealed in their own browser for an
 * hour, for the page it stood on and for them alone. Accounts for payouts are money's way out: of the wallet's forms
 * nothing is kept, and of the others no secret. A form that is too long for a cookie is not kept. Returns the store that
 * a kept one was opened for.
 */
export async function storeDraft(form: FormData): Promise<number | null> {
  const path = (await headers()).get("x-pathname") ?? "";
  const userId = Number(form.get(openedByField));
  if (!(await isSameOrigin()) || !Number.isSafeInteger(userId) || userId < 1) return null;
  if (path.startsWith("/dashboard/wallet")) return null;
  const storeId = Number(form.get(openedForField)) || null;
  const typed = Object.entries(fieldsOf(form)).filter(
    ([name]) => mayBeStored(name) && name !== openedByField && name !== openedForField,
  );
  const packed = deflateRawSync(JSON.stringify(Object.fromEntries(typed))).toString("base64");
  if (typed.length === 0 || packed.length > packedMax) {
    await draftCookie.clear();
    return null;
  }
  await draftCookie.write({ path, userId, storeId, packed });
  return storeId;
}

/** What this person typed in a form of this page before they were signed out, by name of the field; null for nothing. */
export async function readDraft(person: {
  userId: number;
  storeId: number | null;
}): Promise<Record<string, string[]> | null> {
  const draft = await draftCookie.read();
  if (draft?.userId !== person.userId || draft.storeId !== person.storeId) return null;
  if (draft.path !== (await headers()).get("x-pathname")) return null;
  const unpacked = inflateRawSync(Buffer.from(draft.packed, "base64"), { maxOutputLength: unpackedMax });
  return Fields.parse(JSON.parse(unpacked.toString("utf8")));
}

/** The page where a draft of this person waits for them, or of anybody where nobody is named. */
export async function waitingDraft(userId?: number): Promise<string | null> {
  const draft = await draftCookie.read();
  return draft && (userId === undefined || draft.userId === userId) ? draft.path : null;
}

/** A form of the page was taken: what was kept of it is done with. */
export async function draftIsDone(): Promise<void> {
  const draft = await draftCookie.read();
  if (draft && draft.path === (await headers()).get("x-pathname")) await draftCookie.clear();
}

/** Nothing is left behind by somebody who signs out. */
export const dropDraft = draftCookie.clear;
