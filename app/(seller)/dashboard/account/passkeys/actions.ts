"use server";

import { z } from "zod";
import type { PasskeyAsked } from "@/app/_forms/passkey-form";
import { personButton, personForm, proofFields, textField } from "@/lib/auth/guarded-action";
import { RegistrationAnswer } from "@/lib/auth/passkey-input";
import { done, sealedCookie } from "@/lib/auth/sealed-cookie";
import { Invalid, say } from "@/lib/domain/refusal";
import {
  addPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
} from "@/lib/services/people/accounts/passkeys";
import { passkeysPath } from "../../paths";
import { personWords } from "../person-words";

const challengeCookie = sealedCookie(
  "passkey-new",
  z.object({ challenge: z.string(), userId: z.number() }),
  5 * 60,
);

const Begin = z.object({ ...proofFields, name: textField });

/** What the browser is to make a passkey of, after the password was checked, and a code with two-step sign-in. */
export const beginPasskeyAction = personForm<typeof Begin, PasskeyAsked>(
  Begin,
  async ({ user }, input, world) => {
    const { options } = await beginPasskey(world, user.id, input);
    await challengeCookie.write({ challenge: options.challenge, userId: user.id });
    return { result: { options: JSON.stringify(options), fields: { name: input.name } } };
  },
);

const Made = z.object({ name: textField, answer: textField });

export const addPasskeyAction = personButton(passkeysPath, Made, async (person, { name, answer }, world) => {
  const begun = await challengeCookie.read();
  const response = RegistrationAnswer.safeParse(answer);
  if (!begun || begun.userId !== person.user.id || !response.success)
    throw new Invalid({ form: [say("passkey_unchecked")] });
  await challengeCookie.clear();
  const { challenge } = begun;
  await addPasskey(world, person.user.id, { challenge, response: response.data, name });
  return done(passkeysPath, personWords(person).text("passkeyAdded", { name: name.trim() }));
});

const One = z.object({ passkey: z.string().max(2000) });

export const renamePasskeyAction = personForm(
  One.extend({ name: textField }),
  async (person, input, world) => {
    await renamePasskey(world, person.user.id, input.passkey, input.name);
    return done(passkeysPath, personWords(person).text("passkeyRenamed", { name: input.name.trim() }));
  },
);

export const removePasskeyAction = personForm(One.extend(proofFields), async (person, input, world) => {
  await removePasskey(world, person.user.id, { ...input, id: input.passkey });
  return done(passkeysPath, personWords(person).text("passkeyRemoved"));
});
