"use server";

import { z } from "zod";
import type { FormState } from "@/lib/auth/form-state";
import { textField } from "@/lib/auth/guarded-action";
import { operatorButton, operatorForm } from "@/lib/auth/operator-action";
import { askAboutPayout, decidePayout } from "@/lib/services/operator/decide-payout";
import { payoutActs } from "@/lib/services/operator/payout-acts";
import { payoutsPath } from "./paths";

const Decision = z.object({
  ...{ payout: textField, act: z.enum(payoutActs) },
  ...{ reason: textField, evidence: textField },
});

export async function decidePayoutAction(previous: FormState, form: FormData): Promise<FormState> {
  return operatorForm(previous, form, Decision, async (operator, { payout, ...decision }, world) => {
    await decidePayout(world, operator, { payoutId: payout, ...decision });
    return {
      to: `${payoutsPath}/${payout}`,
      flash: { tone: "ok", text: "Done, logged, and mailed to the owner." },
    };
  });
}

const Ask = z.object({ payout: textField });

export async function askAboutPayoutAction(form: FormData): Promise<void> {
  const back = `${payoutsPath}/${String(form.get("payout") ?? "")}`;
  return operatorButton(form, back, Ask, async (operator, { payout }, world) => {
    const { status } = await askAboutPayout(world, operator, payout);
    const text =
      status === "sent"
        ? "The provider was asked and still does not say whether it arrived."
        : `The provider was asked. The payout is ${status} now.`;
    return { to: back, flash: { tone: "ok", text } };
  });
}
