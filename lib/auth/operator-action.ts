import { redirect } from "next/navigation";
import type { z } from "zod";
import { say } from "@/lib/domain/refusal";
import type { World } from "@/lib/services/core/world";
import type { Operator } from "@/lib/services/desk/operator/operator";
import { problemText } from "@/lib/text/problem";
import { currentOperator } from "./current-seller";
import { type Flash, setFlash } from "./flash";
import { formOf } from "./form-fields";
import { type ButtonAction, type FormAction, freshForm } from "./form-state";
import { languageForm } from "./guarded-action";

type Run<S extends z.ZodType> = (
  operator: Operator,
  input: z.output<S>,
  world: World,
) => Promise<{ to: string; flash?: Flash }>;

/** The signed-in operator as the caller of a verb; everyone else gets "not found". */
export async function operatorCaller(sent?: FormData): Promise<Operator> {
  const { id } = await currentOperator(sent);
  return { userId: id, actor: `user:${id}` };
}

/** A form of the operator's area. `secrets` are fields that never go back to the page. */
export function operatorForm<S extends z.ZodType>(
  schema: S,
  run: Run<S>,
  secrets: readonly string[] = [],
): FormAction {
  return async (previous, sent) => {
    const form = formOf(sent);
    const operator = await operatorCaller(form);
    const { language } = await currentOperator();
    const state = await languageForm(previous, form, schema, language, (input, world) =>
      run(operator, input, world),
    );
    const values = Object.entries(state.values).filter(([name]) => !secrets.includes(name));
    return { ...state, values: Object.fromEntries(values) };
  };
}

/** A single button: the outcome is shown on the next page, the action's target or `back`. */
export function operatorButton<S extends z.ZodType>(back: string, schema: S, run: Run<S>): ButtonAction {
  return async (form) => {
    // A button has no typed values, so nothing is stored for a person who must sign in first.
    await currentOperator();
    const state = await operatorForm(schema, run)(freshForm, form);
    const nothing = problemText((await currentOperator()).language, say("nothing_changed"));
    const text = state.message ?? Object.values(state.errors).flat()[0] ?? nothing;
    await setFlash({ tone: "bad", text }, back);
    redirect(back);
  };
}
