"use server";

import { z } from "zod";
import { personButton } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { askForAddressProof } from "@/lib/services/people/accounts/verify-address";
import { accountPath } from "../paths";
import { personWords } from "./person-words";

/** Mails the link again; where the server sends no mail, the next page links to it. */
export const askForAddressProofAction = personButton(accountPath, z.object({}), async (person, _, world) => {
  const asked = await askForAddressProof(world, person.user.id);
  const words = personWords(person);
  if (!asked) return done(accountPath, words.text("confirmAddressDone"));
  const { email, link } = asked;
  const here = link && { href: new URL(link).pathname, label: words.text("confirmAddressHere") };
  const text = words.text("confirmAddressSent", { email });
  return done(accountPath, text, here || undefined);
});
