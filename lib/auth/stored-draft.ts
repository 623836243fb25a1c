import { deflateRawSync, inflateRawSync } from "node:zlib";
import { headers } from "next/headers";
import { z } from "zod";
import { mayBeStored, openedByField, openedForField, ownFields } from "@/lib/domain/opened-for";
import { fieldOf, fieldsOf } from "./form-fields";
import { isSameOrigin } from "./request";
import { sealedCookie } from "./sealed-cookie";

const storedSeconds = 60 * 60;
/** The limit of the packed fields, so that the whole cookie stays below the browsers' limit of 4,096 bytes. */
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
 * Stores the values of a form that arrived after the session had ended, sealed in the user's own browser for an hour,
 * for the same page and the same person only. Payout accounts decide where money goes, so forms of the wallet are never
 * stored, and secrets of other forms neither. A form too long for a cookie is not stored. Returns the store for which a
 * stored form was opened; null where nothing was stored.
 */
export async function storeDraft(form: FormData): Promise<{ storeId: number | null } | null> {
  const path = (await headers()).get("x-pathname") ?? "";
  const userId = Number(fieldOf(form, openedByField));
  if (!(await isSameOrigin()) || !Number.isSafeInteger(userId) || userId < 1) return null;
  if (path.startsWith("/dashboard/wallet")) return null;
  const storeId = Number(fieldOf(form, openedForField)) || null;
  const typed = Object.entries(fieldsOf(form)).filter(
    ([name]) => mayBeStored(name) && !ownFields.includes(name),
  );
  const packed = deflateRawSync(JSON.stringify(Object.fromEntries(typed))).toString("base64");
  if (typed.length === 0 || packed.length > packedMax) {
    await draftCookie.clear();
    return null;
  }
  await draftCookie.write({ path, userId, storeId, packed });
  return { storeId };
}

/** The values, by field name, of this person's stored form of this page; null for none. */
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

/** The page of a stored draft of this person, or of anybody when no person is given. */
export async function waitingDraft(userId?: number): Promise<string | null> {
  const draft = await draftCookie.read();
  return draft && (userId === undefined || draft.userId === userId) ? draft.path : null;
}

/** A form of the page was processed, so its stored draft is deleted. */
export async function draftIsDone(): Promise<void> {
  const draft = await draftCookie.read();
  if (draft && draft.path === (await headers()).get("x-pathname")) await draftCookie.clear();
}

/** Deletes the draft when the person signs out. */
export const dropDraft = draftCookie.clear;
