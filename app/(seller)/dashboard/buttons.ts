import { z } from "zod";
import type { DashboardWords, PlainKey } from "@/components/dashboard/messages/words";
import { fieldOf } from "@/lib/auth/form-fields";
import { sellerButton } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import type { World } from "@/lib/services/core/world";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { wordsFor } from "./words";

/** Where a button leads back to, whatever came of it: to its thing's page, else to the list of them. */
export function backTo<Id>(id: z.ZodType<Id>, path: (id: Id) => string, list: string) {
  return (form: FormData) => {
    const sent = id.safeParse(fieldOf(form, "id"));
    return sent.success ? path(sent.data) : list;
  };
}

/** The buttons of one kind of thing: each runs one verb, and the thing's page then says what came of it. */
export function buttonsOf<Id>(id: z.ZodType<Id>, path: (id: Id) => string, list: string) {
  const back = backTo(id, path, list);
  return <Made>(
    verb: (world: World, seller: Seller, id: Id) => Promise<Made>,
    said: PlainKey | ((words: DashboardWords, made: Made, world: World) => string),
  ) =>
    sellerButton(back, z.object({ id }), async (seller, sent, world) => {
      const made = await verb(world, seller.caller(true), sent.id);
      const words = wordsFor(seller);
      const text = typeof said === "function" ? said(words, made, world) : words.loose(said, {});
      return done(path(sent.id), text);
    });
}
