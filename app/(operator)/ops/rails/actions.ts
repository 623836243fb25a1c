"use server";

import { z } from "zod";
import { fieldOf, fieldsOf } from "@/lib/auth/form-fields";
import type { FormState } from "@/lib/auth/form-state";
import { operatorButton, operatorForm, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import type { ProblemCode } from "@/lib/domain/refusal";
import { saveRail } from "@/lib/services/desk/rails/change-rail";
import { checkRail } from "@/lib/services/desk/rails/check-rail";
import { kindOf } from "@/lib/services/desk/rails/read-rails";
import { setRailOrder } from "@/lib/services/desk/rails/set-order";
import { problemText } from "@/lib/text/problem";
import { currentOperatorWords, railsPath } from "../desk";

const Setup = z
  .object({
    rail: textField,
    mode: z.enum(["live", "test"], "rail_choose_mode" satisfies ProblemCode),
    reason: textField,
  })
  .catchall(z.string());

/** The form's fields are named `credential.<name>`, so that they cannot clash with other fields. */
export async function saveRailAction(previous: FormState, form: FormData): Promise<FormState> {
  const rail = fieldOf(form, "rail");
  const fields = kindOf(rail)?.fields ?? [];
  const secrets = fields.filter(({ kind }) => kind === "secret").map(({ name }) => `credential.${name}`);
  const state = await operatorForm(
    Setup,
    async (operator, { mode, reason, ...rest }, world) => {
      const credentials = Object.fromEntries(
        fields.map(({ name }) => [name, rest[`credential.${name}`] ?? ""]),
      );
      const proof = { password: rest.password ?? "", code: rest.code ?? "" };
      const input = { rail, livemode: mode === "live", credentials, reason, ...proof };
      const { ok, detail } = await saveRail(world, operator, input);
      const words = await currentOperatorWords();
      const said = detail ? problemText(words.lang, detail) : "";
      return {
        to: `${railsPath}/${rail}`,
        flash: ok
          ? { tone: "ok", text: words.text("railSavedOn") }
          : { tone: "bad", text: words.text("railSavedOff", { said }) },
      };
    },
    secrets,
  )(previous, form);
  // Each problem gets the name of its field on the page.
  const onPage = (name: string) =>
    fields.some((field) => field.name === name) ? `credential.${name}` : name;
  const errors = Object.entries(state.errors).map(([name, problems]) => [onPage(name), problems]);
  return { ...state, errors: Object.fromEntries(errors) };
}

const Order = z.object({ way: textField, country: textField, currency: textField, reason: textField });

export async function setRailOrderAction(previous: FormState, form: FormData): Promise<FormState> {
  const rails = Object.entries(fieldsOf(form)).flatMap(([name, values]) =>
    /^rail\d$/.test(name) ? values : [],
  );
  return operatorForm(Order, async (operator, input, world) => {
    await setRailOrder(world, operator, { ...input, rails });
    return done(railsPath, (await currentOperatorWords()).text("railDone"));
  })(previous, form);
}

const Check = z.object({ rail: textField });

export async function checkRailAction(form: FormData): Promise<void> {
  const back = `${railsPath}/${fieldOf(form, "rail")}`;
  return operatorButton(back, Check, async (operator, { rail }, world) => {
    const { ok, detail } = await checkRail(world, operator, rail);
    const name = kindOf(rail)?.name ?? rail;
    const words = await currentOperatorWords();
    const told = detail ? problemText(words.lang, detail) : "";
    const said = told.replace(/\.$/, "");
    const answers = said
      ? words.text("railAnswersSaid", { rail: name, said })
      : words.text("railAnswers", { rail: name });
    const text = ok ? answers : told;
    return { to: back, flash: { tone: ok ? "ok" : "bad", text } };
  })(form);
}
