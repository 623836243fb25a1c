"use server";

import { z } from "zod";
import { fieldOf } from "@/lib/auth/form-fields";
import { operatorButton, operatorForm, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { askAboutRefund, decideRefund, refundActs } from "@/lib/services/desk/operator/decide-refund";
import { currentOperatorWords } from "../words";
import { refundsPath } from "./case";

const Decision = z.object({
  ...{ id: textField, act: z.enum(refundActs) },
  ...{ reason: textField, evidence: textField },
});

export const decideRefundAction = operatorForm(Decision, async (operator, { id, ...decision }, world) => {
  await decideRefund(world, operator, { refundId: id, ...decision });
  return done(`${refundsPath}/${id}`, (await currentOperatorWords()).text("doneMailed"));
});

const Ask = z.object({ id: textField });

export async function askAboutRefundAction(form: FormData): Promise<void> {
  const back = `${refundsPath}/${fieldOf(form, "id")}`;
  return operatorButton(back, Ask, async (operator, { id }, world) => {
    const { status } = await askAboutRefund(world, operator, id);
    const words = await currentOperatorWords();
    const state = words.text(`refundIs_${status}`);
    const text =
      status === "sent" ? words.text("askedRefundStill") : words.text("askedRefundNow", { status: state });
    return done(back, text);
  })(form);
}
