"use server";

import { z } from "zod";
import { done } from "@/lib/auth/flash";
import type { FormState } from "@/lib/auth/form-state";
import { proofFields, textField } from "@/lib/auth/guarded-action";
import { operatorForm } from "@/lib/auth/operator-action";
import { erasePerson } from "@/lib/services/desk/erase/erase-person";
import { resetTwoStep } from "@/lib/services/desk/operator/reset-two-step";
import { currentOperatorWords } from "../words";

const Reset = z.object({ email: textField, reason: textField, ...proofFields });

const Erasing = z.object({ contact: textField, reason: textField, ...proofFields });

export async function erasePersonAction(previous: FormState, form: FormData): Promise<FormState> {
  return operatorForm(previous, form, Erasing, async (operator, input, world) => {
    const count = await erasePerson(world, operator, input);
    return done("/ops/people", (await currentOperatorWords()).text("personErased", { count }));
  });
}

export async function resetTwoStepAction(previous: FormState, form: FormData): Promise<FormState> {
  return operatorForm(previous, form, Reset, async (operator, input, world) => {
    const { name } = await resetTwoStep(world, operator, input);
    return done("/ops/people", (await currentOperatorWords()).text("twoStepOffFor", { name }));
  });
}
