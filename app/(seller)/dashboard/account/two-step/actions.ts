"use server";

import { z } from "zod";
import type { FormState } from "@/lib/auth/form-state";
import { textField } from "@/lib/auth/guarded-action";
import { personForm } from "@/lib/auth/person-action";
import {
  beginTwoStep,
  confirmTwoStep,
  renewRecoveryCodes,
  turnOffTwoStep,
} from "@/lib/services/accounts/two-step";
import { personWords } from "../account-page";
import { twoStepPath } from "../paths";
import type { CodesState } from "./codes-form";

const Password = z.object({ password: textField });

export async function beginTwoStepAction(previous: FormState, form: FormData): Promise<FormState> {
  return personForm(previous, form, Password, async ({ user }, { password }, world) => {
    await beginTwoStep(world, user.id, password);
    return { to: twoStepPath };
  });
}

export async function confirmTwoStepAction(previous: CodesState, form: FormData): Promise<CodesState> {
  const Code = z.object({ code: textField });
  return personForm<typeof Code, string[]>(previous, form, Code, async ({ user }, { code }, world) => ({
    result: await confirmTwoStep(world, user.id, code),
  }));
}

export async function renewCodesAction(previous: CodesState, form: FormData): Promise<CodesState> {
  return personForm<typeof Password, string[]>(previous, form, Password, async ({ user }, input, world) => ({
    result: await renewRecoveryCodes(world, user.id, input.password),
  }));
}

export async function turnOffTwoStepAction(previous: FormState, form: FormData): Promise<FormState> {
  return personForm(previous, form, Password, async (person, { password }, world) => {
    await turnOffTwoStep(world, person.user.id, password);
    return { to: twoStepPath, flash: { tone: "ok", text: personWords(person).text("twoStepIsOff") } };
  });
}
