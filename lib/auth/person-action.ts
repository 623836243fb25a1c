import { redirect } from "next/navigation";
import type { z } from "zod";
import { say } from "@/lib/domain/refusal";
import type { World } from "@/lib/services/core/world";
import { problemText } from "@/lib/text/problem";
import { type CurrentPerson, currentPerson } from "./current-seller";
import { type Flash, setFlash } from "./flash";
import { formOf } from "./form-fields";
import { type ButtonAction, type FormAction, freshForm } from "./form-state";
import { languageForm } from "./guarded-action";

/** A form about oneself, for anyone who is signed in, with or without a store. */
export function personForm<S extends z.ZodType, Result = never>(
  schema: S,
  run: (
    person: CurrentPerson,
    input: z.output<S>,
    world: World,
  ) => Promise<{ to: string; flash?: Flash } | { result: Result }>,
): FormAction<Result> {
  return async (previous, sent) => {
    const form = formOf(sent);
    const person = await currentPerson(form);
    return languageForm(previous, form, schema, person.user.language, (input, world) =>
      run(person, input, world),
    );
  };
}

/** A single button about oneself: the outcome is shown on the next page. */
export function personButton<S extends z.ZodType>(
  back: string,
  schema: S,
  run: (person: CurrentPerson, input: z.output<S>, world: World) => Promise<{ to: string; flash?: Flash }>,
): ButtonAction {
  return async (form) => {
    // A button has no typed values, so nothing is stored for a person who must sign in first.
    await currentPerson();
    const state = await personForm(schema, run)(freshForm, form);
    const nothing = problemText((await currentPerson()).user.language, say("nothing_changed"));
    const text = state.message ?? Object.values(state.errors).flat()[0] ?? nothing;
    await setFlash({ tone: "bad", text }, back);
    redirect(back);
  };
}
