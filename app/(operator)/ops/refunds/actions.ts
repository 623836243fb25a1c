"use server";

import { z } from "zod";
import { done } from "@/lib/auth/flash";
import { fieldOf } from "@/lib/auth/form-fields";
import { textField } from "@/lib/auth/guarded-action";
import { operatorButton, operatorForm } from "@/lib/auth/operator-action";
import { askAboutRefund, decideRefund, refundActs } from "@/lib/services/desk/operator/decide-refund";
import { currentOperatorWords } from "../words";
import { refundsPath } from "./paths";

const Decision = z.object({
  ...{ refund: textField, act: z.enum(refundActs) },
  ...{ reason: textField, evidence: textField },
});

export const decideRefundAction = operatorForm(Decision, async (operator, { refund, ...decision }, world) => {
  await decideRefund(world, operator, { refundId: refund, ...decision });
  return done(`${refundsPath}/${refund}`, (await currentOperatorWords()).text("doneMailed"));
});

const Ask = z.object({ refund: textField });

export async function askAboutRefundAction(form: FormData): Promise<void> {
  const back = `${refundsPath}/${fieldOf(form, "refund")}`;
  return operatorButton(back, Ask, async (operator, { refund }, world) => {
    const { status } = await askAboutRefund(world, operator, refund);
    const words = await currentOperatorWords();
    const state = words.text(`refundIs_${status}`);
    const text =
      status === "sent" ? words.text("askedRefundStill") : words.text("askedRefundNow", { status: state });
    return done(back, text);
  })(form);
}
