"use server";

import { z } from "zod";
import { currentPerson } from "@/lib/auth/current-seller";
import { argumentOf } from "@/lib/auth/form-fields";
import { personForm, proofFields, textField } from "@/lib/auth/guarded-action";
import { RegistrationAnswer } from "@/lib/auth/passkey-input";
import { isSameOrigin, otherOriginProblem } from "@/lib/auth/request";
import { done, sealedCookie, setFlash } from "@/lib/auth/sealed-cookie";
import { Invalid } from "@/lib/domain/refusal";
import { systemWorld } from "@/lib/services/desk/system-world";
import {
  addPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
} from "@/lib/services/people/accounts/passkeys";
import { problemText } from "@/lib/text/problem";
import { passkeysPath } from "../../paths";
import { personWords } from "../person-words";

const challengeCookie = sealedCookie(
  "passkey-new",
  z.object({ challenge: z.string(), userId: z.number() }),
  5 * 60,
);

type Begun = Awaited<ReturnType<typeof beginPasskey>>["options"];

/** The browser's options for its authenticator, after the password was checked, and a code with two-step sign-in. */
export async function beginPasskeyAction(
  password: string,
  code: string,
  name: string,
): Promise<Begun | { problem: string }> {
  const { user } = await currentPerson();
  if (!(await isSameOrigin())) return { problem: problemText(user.language, otherOriginProblem()) };
  return orProblem(async () => {
    const { options } = await beginPasskey(systemWorld(), user.id, {
      password: argumentOf(password),
      code: argumentOf(code),
      name: argumentOf(name),
    });
    await challengeCookie.write({ challenge: options.challenge, userId: user.id });
    return options;
  });
}

export async function addPasskeyAction(
  answer: unknown,
  name: string,
): Promise<{ to: string } | { problem: string }> {
  const person = await currentPerson();
  if (!(await isSameOrigin())) return { problem: problemText(person.user.language, otherOriginProblem()) };
  const begun = await challengeCookie.read();
  const response = RegistrationAnswer.safeParse(answer);
  if (!begun || begun.userId !== person.user.id || !response.success)
    return { problem: personWords(person).text("passkeyFailed") };
  await challengeCookie.clear();
  return orProblem(async () => {
    const input = { challenge: begun.challenge, response: response.data, name: argumentOf(name) };
    await addPasskey(systemWorld(), person.user.id, input);
    const text = personWords(person).text("passkeyAdded", { name: argumentOf(name).trim() });
    await setFlash({ tone: "ok", text }, passkeysPath);
    return { to: passkeysPath };
  });
}

async function orProblem<T>(work: () => Promise<T>): Promise<T | { problem: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Invalid) {
      const { user } = await currentPerson();
      return { problem: problemText(user.language, error.first) };
    }
    throw error;
  }
}

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
