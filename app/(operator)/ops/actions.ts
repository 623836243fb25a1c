"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import { fieldOf, takeFileOf, textOf } from "@/lib/auth/form-fields";
import type { FormState } from "@/lib/auth/form-state";
import { idField, operatorButton, operatorForm, proofFields, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { Invalid, say } from "@/lib/domain/refusal";
import { erasePerson } from "@/lib/services/desk/erase/erase";
import { changePlan } from "@/lib/services/desk/operator/act-on-store";
import {
  approveCorrection,
  declineCorrection,
  proposeCorrection,
  withdrawCorrection,
} from "@/lib/services/desk/operator/corrections/decide";
import { checkBooks } from "@/lib/services/desk/operator/health/books";
import { resetTwoStep } from "@/lib/services/desk/operator/reset-two-step";
import { kindOf } from "@/lib/services/desk/rails/read-rails";
import { reconcileFile } from "@/lib/services/desk/reconciliation/read-file";
import { reconcileNow } from "@/lib/services/desk/reconciliation/run";
import { checkUssd, saveUssd } from "@/lib/services/desk/ussd/settings";
import { problemText } from "@/lib/text/problem";
import { correctionFields } from "./corrections/correction-fields";
import { correctionsPath, currentOperatorWords, reconciliationPath, storesPath } from "./desk";
import { payoutCase } from "./payouts/case";
import { refundCase } from "./refunds/case";

// What the forms of this area call. A decision about one thing stands with its page.

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

const healthPath = "/ops/health";

export const checkBooksAction = operatorButton(healthPath, z.object({}), async (operator, _, world) => {
  const { broken } = await checkBooks(world, operator);
  const words = await currentOperatorWords();
  return {
    to: healthPath,
    flash:
      broken === 0
        ? { tone: "ok", text: words.text("health_booksRight") }
        : { tone: "bad", text: words.text("health_booksBroken", { count: String(broken) }) },
  };
});

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

/** The button of one end of a proposal. */
function endingBy(end: typeof declineCorrection, said: "correctionDeclined" | "correctionWithdrawn") {
  return async (form: FormData): Promise<void> => {
    const back = `${correctionsPath}/${fieldOf(form, "id")}`;
    return operatorButton(back, One, async (operator, { id }, world) => {
      await end(world, operator, id);
      return done(back, (await currentOperatorWords()).text(said));
    })(form);
  };
}

export const declineCorrectionAction = endingBy(declineCorrection, "correctionDeclined");
export const withdrawCorrectionAction = endingBy(withdrawCorrection, "correctionWithdrawn");

const Now = z.object({ rail: textField, day: textField });

export const compareNowAction = operatorForm(Now, async (operator, input, world) => {
  const result = await reconcileNow(world, operator, input);
  const words = await currentOperatorWords();
  const facts = { rail: kindOf(input.rail)?.name ?? input.rail, day: input.day };
  switch (result.kind) {
    case "compared": {
      const to = `${reconciliationPath}/${result.id}`;
      if (result.open === 0) return done(to, words.text("reconCompared", facts));
      const text = words.text("reconComparedDiffers", { ...facts, count: String(result.open) });
      return { to, flash: { tone: "bad", text } };
    }
    case "read":
      return done(reconciliationPath, words.text("reconBalanceRead", facts));
    case "failed":
      return { to: reconciliationPath, flash: { tone: "bad", text: words.text("reconCouldNot", facts) } };
    case "none":
      return { to: reconciliationPath, flash: { tone: "bad", text: words.text("reconNoList", facts) } };
  }
});

const FromFile = z.object({ rail: textField, from: textField, to: textField });

export async function compareFileAction(previous: FormState, form: FormData): Promise<FormState> {
  const file = takeFileOf(form, "file");
  return operatorForm(FromFile, async (operator, input, world) => {
    if (!file) throw new Invalid({ file: [say("file_empty")] });
    const { days, open } = await reconcileFile(world, operator, { ...input, file: await textOf(file) });
    const words = await currentOperatorWords();
    const facts = { days: String(days), count: String(open) };
    return {
      to: reconciliationPath,
      flash:
        open === 0
          ? { tone: "ok", text: words.text("reconFileDone", facts) }
          : { tone: "bad", text: words.text("reconFileDiffers", facts) },
    };
  })(previous, form);
}

const Plan = z.object({ store: idField, plan: textField, reason: textField, ...proofFields });

export const changePlanAction = operatorForm(Plan, async (operator, { store, plan, ...input }, world) => {
  const { changed } = await changePlan(world, operator, { storeId: store, planCode: plan, ...input });
  const words = await currentOperatorWords();
  return done(`${storesPath}/${store}`, words.text(changed ? "doneMailed" : "wasThatWay"));
});

const ussdPath = "/ops/ussd";
const Settings = z.object({
  state: z.enum(["on", "off"]),
  dial: textField,
  addresses: textField,
  secret: z.enum(["keep", "new"]),
  reason: textField,
  ...proofFields,
});

export const saveUssdAction = operatorForm(Settings, async (operator, { state, secret, ...input }, world) => {
  await saveUssd(world, operator, { ...input, isOn: state === "on", renew: secret === "new" });
  return done(ussdPath, (await currentOperatorWords()).text("railDone"));
});

export const checkUssdAction = operatorButton(ussdPath, z.object({}), async (operator, _nothing, world) => {
  const words = await currentOperatorWords();
  const checked = await checkUssd(world, operator);
  const text = checked.ok
    ? words.text("ussdAnswers", { ms: String(checked.ms), screen: checked.screen.replaceAll("\n", " ") })
    : problemText(words.lang, checked.detail);
  return { to: ussdPath, flash: { tone: checked.ok ? "ok" : "bad", text } };
});

export const askAboutPayoutAction = payoutCase.ask;
export const askAboutRefundAction = refundCase.ask;
