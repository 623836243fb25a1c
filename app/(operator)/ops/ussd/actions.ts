"use server";

import { z } from "zod";
import { operatorButton, operatorForm, proofFields, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { checkUssd } from "@/lib/services/desk/ussd/check";
import { saveUssd } from "@/lib/services/desk/ussd/save";
import { problemText } from "@/lib/text/problem";
import { ussdPath } from "../paths";
import { currentOperatorWords } from "../words";

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
