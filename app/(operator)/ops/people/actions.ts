"use server";

import { z } from "zod";
import { done } from "@/lib/auth/flash";
import { proofFields, textField } from "@/lib/auth/guarded-action";
import { operatorForm } from "@/lib/auth/operator-action";
import { erasePerson } from "@/lib/services/desk/erase/erase-person";
import { resetTwoStep } from "@/lib/services/desk/operator/reset-two-step";
import { currentOperatorWords } from "../words";

const Reset = z.object({ email: textField, reason: textField, ...proofFields });

const Erasing = z.object({ contact: textField, reason: textField, ...proofFields });

export const erasePersonAction = operatorForm(Erasing, async (operator, input, world) => {
  const count = await erasePerson(world, operator, input);
  return done("/ops/people", (await currentOperatorWords()).text("personErased", { count }));
});

export const resetTwoStepAction = operatorForm(Reset, async (operator, input, world) => {
  const { name } = await resetTwoStep(world, operator, input);
  return done("/ops/people", (await currentOperatorWords()).text("twoStepOffFor", { name }));
});
