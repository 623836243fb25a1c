"use server";

import { z } from "zod";
import { takeFileOf } from "@/lib/auth/form-fields";
import type { FormState } from "@/lib/auth/form-state";
import { operatorForm, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { Invalid, say } from "@/lib/domain/refusal";
import { kindOf } from "@/lib/services/desk/rails/read-rails";
import { closeDifference, settleBalance } from "@/lib/services/desk/reconciliation/close";
import { reconcileFile } from "@/lib/services/desk/reconciliation/read-file";
import { reconcileNow } from "@/lib/services/desk/reconciliation/run";
import { currentOperatorWords } from "../words";
import { idOf, reconciliationPath } from "./paths";

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
    const { days, open } = await reconcileFile(world, operator, { ...input, file: await file.text() });
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

const Act = z.object({ id: textField, reason: textField });

export const closeDifferenceAction = operatorForm(Act, async (operator, { id, reason }, world) => {
  const { reconciliationId } = await closeDifference(world, operator, { id: idOf(id), reason });
  return done(
    `${reconciliationPath}/${reconciliationId}`,
    (await currentOperatorWords()).text("reconClosed"),
  );
});

export const settleBalanceAction = operatorForm(Act, async (operator, { id, reason }, world) => {
  await settleBalance(world, operator, { id: idOf(id), reason });
  return done(reconciliationPath, (await currentOperatorWords()).text("reconSettled"));
});
