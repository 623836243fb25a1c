"use server";

import { z } from "zod";
import { fieldsOf } from "@/lib/auth/form-fields";
import type { FormState } from "@/lib/auth/form-state";
import { personForm, proofFields, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import {
  beginTwoStep,
  confirmTwoStep,
  renewRecoveryCodes,
  turnOffTwoStep,
} from "@/lib/services/people/accounts/two-step";
import { twoStepPath } from "../../paths";
import { personWords } from "../person-words";

const Password = z.object({ password: textField });

export const beginTwoStepAction = personForm(Password, async ({ user }, { password }, world) => {
  await beginTwoStep(world, user.id, password);
  return { to: twoStepPath };
});

const Proof = z.object(proofFields);

/**
 * The actions that return recovery codes: the app's first code turns two-step sign-in on, and the password with a code
 * creates new ones. They are one action, because without script the page with the answer is rendered anew, and only the
 * same form of the same action gets it.
 */
export async function recoveryCodesAction(previous: FormState<string[]>, form: FormData) {
  return personForm<typeof Proof, string[]>(Proof, async ({ user }, input, world) => ({
    result:
      "password" in fieldsOf(form)
        ? await renewRecoveryCodes(world, user.id, input)
        : await confirmTwoStep(world, user.id, input.code),
  }))(previous, form);
}

export const turnOffTwoStepAction = personForm(Proof, async (person, proof, world) => {
  await turnOffTwoStep(world, person.user.id, proof);
  return done(twoStepPath, personWords(person).text("twoStepIsOff"));
});
