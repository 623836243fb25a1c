"use server";

import { z } from "zod";
import type { FormState } from "@/lib/auth/form-state";
import { idField, modeField, sellerButton, sellerForm, textField } from "@/lib/auth/guarded-action";
import { createKey } from "@/lib/services/keys/create-key";
import { deleteKey } from "@/lib/services/keys/delete-key";
import { rollKey } from "@/lib/services/keys/roll-key";

const keysPath = "/dashboard/developers/keys";

/** What the page shows this once. */
export interface NewKey {
  key: string;
  name: string;
  livemode: boolean;
  /** A request that works. */
  curl: string;
}

const KeyWish = z.object({ name: textField, mode: modeField });

export async function createKeyAction(
  previous: FormState<NewKey>,
  form: FormData,
): Promise<FormState<NewKey>> {
  return sellerForm(previous, form, KeyWish, async (seller, { name, mode }, world) => {
    const { row, key } = await createKey(world, seller.caller(true), { name, livemode: mode === "live" });
    return {
      result: { key, name: row.name, livemode: row.livemode, curl: curlFor(world.config.siteUrl, key) },
    };
  });
}

const Roll = z.object({ id: idField, overlapHours: z.coerce.number() });

export async function rollKeyAction(previous: FormState<NewKey>, form: FormData): Promise<FormState<NewKey>> {
  return sellerForm(previous, form, Roll, async (seller, { id, overlapHours }, world) => {
    const { row, key } = await rollKey(world, seller.caller(true), id, overlapHours);
    return {
      result: { key, name: row.name, livemode: row.livemode, curl: curlFor(world.config.siteUrl, key) },
    };
  });
}

export async function deleteKeyAction(form: FormData): Promise<void> {
  return sellerButton(form, keysPath, z.object({ id: idField }), async (seller, { id }, world) => {
    await deleteKey(world, seller.caller(true), id);
    return {
      to: keysPath,
      flash: { tone: "ok", text: "The key is deleted. Requests with it get 401 from now on." },
    };
  });
}

function curlFor(siteUrl: string, key: string): string {
  return `curl ${siteUrl}/api/v1/store -H "Authorization: Bearer ${key}"`;
}
