"use server";

import { z } from "zod";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { SecretOnceProps } from "@/components/dashboard/secret-once";
import { idField, modeField, sellerButton, sellerForm, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { type CreatedKey, createKey, deleteKey, rollKey } from "@/lib/services/people/keys/keys";
import { wordsFor } from "../../words";
import { secretWords } from "../words";

const keysPath = "/dashboard/developers/keys";
const KeyWish = z.object({ name: textField, mode: modeField, scope: z.enum(["full", "read"]) });

export const createKeyAction = sellerForm(KeyWish, async (seller, { name, mode, scope }, world) => {
  const made = await createKey(world, seller.caller(true), { name, livemode: mode === "live", scope });
  return { result: shown(made, world.config.siteUrl, wordsFor(seller)) };
});

const Roll = z.object({ id: idField, overlapHours: z.coerce.number() });

export const rollKeyAction = sellerForm(Roll, async (seller, { id, overlapHours }, world) => {
  const made = await rollKey(world, seller.caller(true), id, overlapHours);
  return { result: shown(made, world.config.siteUrl, wordsFor(seller)) };
});

export const deleteKeyAction = sellerButton(
  keysPath,
  z.object({ id: idField }),
  async (seller, { id }, world) => {
    await deleteKey(world, seller.caller(true), id);
    return done(keysPath, wordsFor(seller).text("keyDeleted"));
  },
);

function shown({ row, key }: CreatedKey, siteUrl: string, words: DashboardWords): SecretOnceProps {
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
