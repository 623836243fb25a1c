"use server";

import { z } from "zod";
import { done } from "@/lib/auth/flash";
import { fieldOf } from "@/lib/auth/form-fields";
import { textField } from "@/lib/auth/guarded-action";
import { operatorButton, operatorForm } from "@/lib/auth/operator-action";
import { askAboutPayout, decidePayout, payoutActs } from "@/lib/services/desk/operator/decide-payout";
import { currentOperatorWords } from "../words";
import { payoutsPath } from "./paths";

const Decision = z.object({
  ...{ payout: textField, act: z.enum(payoutActs) },
  ...{ reason: textField, evidence: textField },
});

export const decidePayoutAction = operatorForm(Decision, async (operator, { payout, ...decision }, world) => {
  await decidePayout(world, operator, { payoutId: payout, ...decision });
  return done(`${payoutsPath}/${payout}`, (await currentOperatorWords()).text("doneMailed"));
});

const Ask = z.object({ payout: textField });

export async function askAboutPayoutAction(form: FormData): Promise<void> {
  const back = `${payoutsPath}/${fieldOf(form, "payout")}`;
  return operatorButton(back, Ask, async (operator, { payout }, world) => {
    const { status } = await askAboutPayout(world, operator, payout);
    const words = await currentOperatorWords();
    const state = words.text(`payoutIs_${status}`);
    return done(
      back,
      status === "sent" ? words.text("askedStill") : words.text("askedNow", { status: state }),
    );
  })(form);
}
