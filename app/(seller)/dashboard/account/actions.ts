"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import { signOutAction } from "@/app/(auth)/actions";
import { chooseStore } from "@/lib/auth/current-seller";
import type { FormState } from "@/lib/auth/form-state";
import { idField, proofFields, sellerForm, textField } from "@/lib/auth/guarded-action";
import { personButton, personForm } from "@/lib/auth/person-action";
import { NotFound } from "@/lib/domain/refusal";
import { requestEmailChange } from "@/lib/services/people/accounts/change-email";
import { changeName } from "@/lib/services/people/accounts/change-name";
import { changePassword } from "@/lib/services/people/accounts/change-password";
import { createStore } from "@/lib/services/people/accounts/create-store";
import { chooseTimeZone } from "@/lib/services/people/accounts/person";
import { endAllSessions, endSession } from "@/lib/services/people/accounts/sessions";
import { wordsFor } from "../words";
import { zoneFields } from "./fields";
import { accountPath, sessionsPath } from "./paths";
import { personWords } from "./person-words";

export async function changeNameAction(previous: FormState, form: FormData): Promise<FormState> {
  return personForm(previous, form, z.object({ name: textField }), async (person, { name }, world) => {
    await changeName(world, person.user.id, name);
    const text = personWords(person).text("nameSaved", { name: name.trim() });
    return { to: accountPath, flash: { tone: "ok", text } };
  });
}

export async function changeTimeZoneAction(previous: FormState, form: FormData): Promise<FormState> {
  return personForm(previous, form, z.object(shapeOf(zoneFields)), async (person, { timeZone }, world) => {
    await chooseTimeZone(world, { userId: person.user.id }, timeZone);
    const text = personWords(person).text("opsZoneSaved", { zone: timeZone });
    return { to: accountPath, flash: { tone: "ok", text } };
  });
}

const NewAddress = z.object({ email: textField, ...proofFields });

export async function changeEmailAction(previous: FormState, form: FormData): Promise<FormState> {
  return personForm(previous, form, NewAddress, async (person, input, world) => {
    const { email, link } = await requestEmailChange(world, person.user.id, input);
    const words = personWords(person);
    const text = words.text("emailLinkSent", { email });
    const here = link && { href: new URL(link).pathname, label: words.text("emailLinkHere") };
    return { to: accountPath, flash: { tone: "ok", text, ...(here ? { link: here } : {}) } };
  });
}

const Passwords = z.object({ newPassword: textField, ...proofFields });

export async function changePasswordAction(previous: FormState, form: FormData): Promise<FormState> {
  return personForm(previous, form, Passwords, async (person, input, world) => {
    const { sessionId, user } = person;
    await changePassword(world, { userId: user.id, sessionId }, input);
    const text = personWords(person).text("passwordChanged");
    return { to: accountPath, flash: { tone: "ok", text } };
  });
}

export async function endSessionAction(form: FormData): Promise<void> {
  const one = z.object({ session: z.string().max(64) });
  return personButton(form, sessionsPath, one, async (person, { session }, world) => {
    await endSession(world, person.user.id, session);
    const text = personWords(person).text("signedOutOne");
    return { to: sessionsPath, flash: { tone: "ok", text } };
  });
}

export async function endOtherSessionsAction(form: FormData): Promise<void> {
  return personButton(form, sessionsPath, z.object({}), async (person, _, world) => {
    await endAllSessions(world, person.user.id, { except: person.sessionId });
    const text = personWords(person).text("signedOutOthers");
    return { to: sessionsPath, flash: { tone: "ok", text } };
  });
}

export async function endAllSessionsAction(form: FormData): Promise<void> {
  await personForm(
    { tries: 0, message: null, errors: {}, values: {}, result: null },
    form,
    z.object({}),
    async (person, _, world) => {
      await endAllSessions(world, person.user.id);
      return { result: null };
    },
  );
  // Takes the cookie away as well.
  return signOutAction();
}

/** Looks at another of one's stores. */
export async function switchStoreAction(form: FormData): Promise<void> {
  return personButton(form, "/dashboard", z.object({ store: idField }), async ({ seller }, input) => {
    if (!seller?.memberships.some(({ store }) => store.id === input.store)) throw new NotFound();
    await chooseStore(input.store);
    return { to: "/dashboard" };
  });
}

const Store = z.object({
  storeName: textField,
  country: textField,
  currency: textField,
  timeZone: textField,
});

export async function createStoreAction(previous: FormState, form: FormData): Promise<FormState> {
  return sellerForm(previous, form, Store, async (seller, input, world) => {
    const { id } = await createStore(world, seller.caller(true), input);
    await chooseStore(id);
    const text = wordsFor(seller).text("storeMade", { store: input.storeName.trim() });
    return { to: "/dashboard", flash: { tone: "ok", text } };
  });
}
