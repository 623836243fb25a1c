"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import { fieldOf } from "@/lib/auth/form-fields";
import { operatorButton, operatorForm, proofFields, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import {
  approveCorrection,
  declineCorrection,
  withdrawCorrection,
} from "@/lib/services/desk/operator/corrections/decide";
import { proposeCorrection } from "@/lib/services/desk/operator/corrections/propose";
import { currentOperatorWords } from "../words";
import { correctionFields } from "./correction-fields";
import { correctionsPath } from "./paths";

const Proposal = z.object({ ...shapeOf(correctionFields), id: textField });

export const proposeCorrectionAction = operatorForm(Proposal, async (operator, input, world) => {
  const words = await currentOperatorWords();
  const { id } = await proposeCorrection(world, operator, { ...input, language: words.lang });
  return done(`${correctionsPath}/${id}`, words.text("correctionProposed"));
});

const Approval = z.object({ id: textField, ...proofFields });

export const approveCorrectionAction = operatorForm(
  Approval,
  async (operator, input, world) => {
    await approveCorrection(world, operator, input);
    return done(`${correctionsPath}/${input.id}`, (await currentOperatorWords()).text("correctionMoved"));
  },
  ["password", "code"],
);

const One = z.object({ id: textField });

export async function declineCorrectionAction(form: FormData): Promise<void> {
  const back = `${correctionsPath}/${fieldOf(form, "id")}`;
  return operatorButton(back, One, async (operator, { id }, world) => {
    await declineCorrection(world, operator, id);
    return done(back, (await currentOperatorWords()).text("correctionDeclined"));
  })(form);
}

export async function withdrawCorrectionAction(form: FormData): Promise<void> {
  const back = `${correctionsPath}/${fieldOf(form, "id")}`;
  return operatorButton(back, One, async (operator, { id }, world) => {
    await withdrawCorrection(world, operator, id);
    return done(back, (await currentOperatorWords()).text("correctionWithdrawn"));
  })(form);
}
