"use server";

import { z } from "zod";
import type { FormState } from "@/lib/auth/form-state";
import { proofFields, textField } from "@/lib/auth/guarded-action";
import { operatorForm } from "@/lib/auth/operator-action";
import { resetTwoStep } from "@/lib/services/desk/operator/reset-two-step";
import { currentOperatorWords } from "../words";

const Reset = z.object({ email: textField, reason: textField, ...proofFields });

export async function resetTwoStepAction(previous: FormState, form: FormData): Promise<FormState> {
  return operatorForm(previous, form, Reset, async (operator, input, world) => {
    const { name } = await resetTwoStep(world, operator, input);
    return {
      to: "/ops/people",
      flash: { tone: "ok", text: (await currentOperatorWords()).text("twoStepOffFor", { name }) },
    };
  });
}
