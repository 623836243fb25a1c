"use server";

import { z } from "zod";
import { fieldOf } from "@/lib/auth/form-fields";
import { operatorButton, operatorForm, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { askAboutPayout, decidePayout, payoutActs } from "@/lib/services/desk/operator/decide-payout";
import { currentOperatorWords } from "../words";
import { payoutsPath } from "./case";

const Decision = z.object({
  ...{ id: textField, act: z.enum(payoutActs) },
  ...{ reason: textField, evidence: textField },
});

export const decidePayoutAction = operatorForm(Decision, async (operator, { id, ...decision }, world) => {
  await decidePayout(world, operator, { payoutId: id, ...decision });
  return done(`${payoutsPath}/${id}`, (await currentOperatorWords()).text("doneMailed"));
});

const Ask = z.object({ id: textField });

export async function askAboutPayoutAction(form: FormData): Promise<void> {
  const back = `${payoutsPath}/${fieldOf(form, "id")}`;
  return operatorButton(back, Ask, async (operator, { id }, world) => {
    const { status } = await askAboutPayout(world, operator, id);
    const words = await currentOperatorWords();
    const state = words.text(`payoutIs_${status}`);
    return done(
      back,
      status === "sent" ? words.text("askedStill") : words.text("askedNow", { status: state }),
    );
  })(form);
}
