"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import { signOutAction } from "@/app/(auth)/actions";
import { chooseStore } from "@/lib/auth/current-seller";
import { idField, personButton, personForm, proofFields, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { NotFound } from "@/lib/domain/refusal";
import { changePassword } from "@/lib/services/people/accounts/change-password";
import { changeName, chooseTimeZone } from "@/lib/services/people/accounts/person";
import { endAllSessions, endSession } from "@/lib/services/people/accounts/sessions";
import { askForAddressProof, requestEmailChange } from "@/lib/services/people/accounts/verify-address";
import { accountPath, sessionsPath } from "../paths";
import { personWords, zoneFields } from "./person-words";

export const changeNameAction = personForm(z.object({ name: textField }), async (person, { name }, world) => {
  await changeName(world, person.user.id, name);
  return done(accountPath, personWords(person).text("nameSaved", { name: name.trim() }));
});

export const changeTimeZoneAction = personForm(
  z.object(shapeOf(zoneFields)),
  async (person, { timeZone }, world) => {
    await chooseTimeZone(world, { userId: person.user.id }, timeZone);
    return done(accountPath, personWords(person).text("opsZoneSaved", { zone: timeZone }));
  },
);

const NewAddress = z.object({ email: textField, ...proofFields });

export const changeEmailAction = personForm(NewAddress, async (person, input, world) => {
  const { email, link } = await requestEmailChange(world, person.user.id, input);
  const words = personWords(person);
  const text = words.text("emailLinkSent", { email });
  const here = link && { href: new URL(link).pathname, label: words.text("emailLinkHere") };
  return done(accountPath, text, here || undefined);
});

const Passwords = z.object({ newPassword: textField, ...proofFields });

export const changePasswordAction = personForm(Passwords, async (person, input, world) => {
  const { sessionId, user } = person;
  await changePassword(world, { userId: user.id, sessionId }, input);
  return done(accountPath, personWords(person).text("passwordChanged"));
});

export async function endSessionAction(form: FormData): Promise<void> {
  const one = z.object({ session: z.string().max(64) });
  return personButton(sessionsPath, one, async (person, { session }, world) => {
    await endSession(world, person.user.id, session);
    return done(sessionsPath, personWords(person).text("signedOutOne"));
  })(form);
}

export const endOtherSessionsAction = personButton(sessionsPath, z.object({}), async (person, _, world) => {
  await endAllSessions(world, person.user.id, { except: person.sessionId });
  return done(sessionsPath, personWords(person).text("signedOutOthers"));
});

export async function endAllSessionsAction(form: FormData): Promise<void> {
  const end = personForm(z.object({}), async (person, _, world) => {
    await endAllSessions(world, person.user.id);
    return { result: null };
  });
  await end({ tries: 0, message: null, errors: {}, values: {}, result: null }, form);
  // Takes the cookie away as well.
  return signOutAction();
}

/** Looks at another of one's stores. */
export const switchStoreAction = personButton(
  "/dashboard",
  z.object({ store: idField }),
  async ({ seller }, input) => {
    if (!seller?.memberships.some(({ store }) => store.id === input.store)) throw new NotFound();
    await chooseStore(input.store);
    return { to: "/dashboard" };
  },
);

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
