"use server";

import { z } from "zod";
import type { SecretState } from "@/app/_forms/secret-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { done } from "@/lib/auth/flash";
import { idField, modeField, sellerButton, sellerForm, textField } from "@/lib/auth/guarded-action";
import { type CreatedKey, createKey } from "@/lib/services/people/keys/create-key";
import { deleteKey } from "@/lib/services/people/keys/keys";
import { rollKey } from "@/lib/services/people/keys/roll-key";
import { wordsFor } from "../../words";
import { secretWords } from "../secret-words";

const keysPath = "/dashboard/developers/keys";
const KeyWish = z.object({ name: textField, mode: modeField, scope: z.enum(["full", "read"]) });

export async function createKeyAction(previous: SecretState, form: FormData): Promise<SecretState> {
  return sellerForm(previous, form, KeyWish, async (seller, { name, mode, scope }, world) => {
    const made = await createKey(world, seller.caller(true), { name, livemode: mode === "live", scope });
    return { result: shown(made, world.config.siteUrl, wordsFor(seller)) };
  });
}

const Roll = z.object({ id: idField, overlapHours: z.coerce.number() });

export async function rollKeyAction(previous: SecretState, form: FormData): Promise<SecretState> {
  return sellerForm(previous, form, Roll, async (seller, { id, overlapHours }, world) => {
    const made = await rollKey(world, seller.caller(true), id, overlapHours);
    return { result: shown(made, world.config.siteUrl, wordsFor(seller)) };
  });
}

export async function deleteKeyAction(form: FormData): Promise<void> {
  return sellerButton(form, keysPath, z.object({ id: idField }), async (seller, { id }, world) => {
    await deleteKey(world, seller.caller(true), id);
    return done(keysPath, wordsFor(seller).text("keyDeleted"));
  });
}

function shown({ row, key }: CreatedKey, siteUrl: string, words: DashboardWords) {
  return {
    title: words.text(row.livemode ? "liveKeyMade" : "testKeyMade", { name: row.name }),
    label: words.text("secretKey"),
    secret: key,
    envName: "SENTE_API_KEY",
    curl: `curl ${siteUrl}/api/v1/store -H "Authorization: Bearer ${key}"`,
    doneHref: keysPath,
    words: secretWords(words, false),
  };
}
