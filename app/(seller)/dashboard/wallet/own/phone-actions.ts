"use server";

import { z } from "zod";
import { fieldOf } from "@/lib/auth/form-fields";
import { sellerButton, sellerForm, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { typedInEnglish } from "@/lib/domain/money";
import { readAccount } from "@/lib/services/desk/own-accounts/read";
import { bookLinked } from "@/lib/services/money/phone/book";
import { answerGap, startChain } from "@/lib/services/money/phone/gaps";
import { ownAccountPath } from "../../paths";
import { wordsFor } from "../../words";
import { keyField } from "./own";

/** The balance that the phone says: what waits is decided at once. */
export const startChainAction = sellerForm(
  z.object({ id: keyField, balance: textField }),
  async (seller, { id, balance }, world) => {
    const words = wordsFor(seller);
    const caller = seller.caller(true);
    await readAccount(world, caller, id);
    await startChain(world, caller, id, typedInEnglish(balance, seller.store.currency, words.lang));
    await bookLinked(world, world.rails.own?.find(id) ?? undefined);
    return done(ownAccountPath(id), words.text("phoneBalanceDone"));
  },
);

/** Whether what is missing was theirs. */
export async function answerGapAction(form: FormData): Promise<void> {
  const id = fieldOf(form, "id");
  const sent = z.object({
    id: keyField,
    before: z.string().regex(/^\d{1,18}$/),
    mine: z.enum(["yes", "no"]),
  });
  return sellerButton(ownAccountPath(id), sent, async (seller, input, world) => {
    await answerGap(world, seller.caller(true), id, BigInt(input.before), input.mine === "yes");
    await bookLinked(world, world.rails.own?.find(id) ?? undefined);
    return done(ownAccountPath(id), wordsFor(seller).text("phoneGapDone"));
  })(form);
}
