import { refresh } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { dashboardLanguage } from "@/lib/domain/languages";
import { Invalid, NotFound, type Problem, problemsOf, Refusal, say } from "@/lib/domain/refusal";
import type { SentForm } from "@/lib/resources/form-fields";
import { Changed } from "@/lib/services/core/shown";
import type { World } from "@/lib/services/core/world";
import type { Operator } from "@/lib/services/desk/operator/operator";
import { systemWorld } from "@/lib/services/desk/system-world";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { logDenial } from "@/lib/services/people/accounts/person";
import { problemText, problemTexts, refusalText } from "@/lib/text/problem";
import {
  type CurrentPerson,
  type CurrentSeller,
  currentOperator,
  currentPerson,
  currentSeller,
  sellerOfForm,
} from "./current-seller";
import { draftIsSaved, isForLater, keepForLater } from "./form-draft";
import { fieldOf, fieldsOf, formOf, unstorable } from "./form-fields";
import { type ButtonAction, type FormAction, type FormState, freshForm, triesOf } from "./form-state";
import { type Ending, type Led, once } from "./once";
import { isSameOrigin, otherOriginProblem, visitorLanguages } from "./request";
import { type Flash, setFlash } from "./sealed-cookie";
import { currentSession } from "./session";
import { draftIsDone } from "./stored-draft";

/** What an action does for whoever sent its form. */
type Run<Who, S extends z.ZodType, End = Led> = (who: Who, input: z.output<S>, world: World) => Promise<End>;

/**
 * The action of a form whose page shows it again with its problems. Checks its origin, its sender, the store for which it
 * was opened, and its fields; Refusal, Invalid and NotFound become messages in the form. The verb checks the rights.
 */
export function sellerForm<S extends z.ZodType, Result = never>(
  schema: S,
  run: Run<CurrentSeller, S, Ending<Result>>,
): FormAction<Result> {
  return async (previous, sent) => {
    const form = formOf(sent);
    const seller = await currentSeller(form);
    const { language } = seller.user;
    return languageForm(previous, form, schema, language, async (input, world) => {
      const here = await seenBy(seller, form);
      if (isForLater(form)) return keepForLater(here, form, world);
      const ending = await run(here, input, world);
      if ("to" in ending) await draftIsSaved(here, form, world);
      return ending;
    });
  };
}

/** The seller at the store of the form, with what its page said: a form that says nothing of it agreed to nothing. */
async function seenBy(seller: CurrentSeller, form: FormData): Promise<CurrentSeller> {
  const here = await sellerOfForm(seller, form);
  return { ...here, caller: (livemode) => ({ ...here.caller(livemode), seen: fieldOf(form, "seen") }) };
}

/** The same for people who are not signed in, in the language of their browser. */
export function publicForm<S extends z.ZodType, Result = never>(
  schema: S,
  run: (input: z.output<S>, world: World) => Promise<Ending<Result>>,
): FormAction<Result> {
  return async (previous, form) =>
    languageForm(previous, form, schema, dashboardLanguage(...(await visitorLanguages())) ?? "en", run);
}

/** The same, with problems in this language. */
export async function languageForm<S extends z.ZodType, Result = never>(
  previous: FormState<Result>,
  form: FormData,
  schema: S,
  language: string,
  run: (input: z.output<S>, world: World) => Promise<Ending<Result>>,
): Promise<FormState<Result>> {
  const sent = fieldsOf(form);
  const again = { tries: triesOf(previous) + 1, values: withoutSecrets(sent), result: null };
  const outcome = await attempt(sent, schema, language, run);
  if (!outcome.ok && outcome.isChanged) {
    // The page is read anew: it says what is so now, and the next press agrees to that.
    refresh();
    delete again.values.seen;
    Object.assign(again, { saved: await savedMeanwhile(language) });
  }
  if (!outcome.ok) return { ...again, message: outcome.message, errors: outcome.errors };
  await draftIsDone();
  if ("result" in outcome.ending)
    return { ...again, message: null, errors: {}, result: outcome.ending.result };
  return leadOn(outcome.ending);
}

/** `%f` and `%v` stand for a field and what it holds. What a form is about has its page above the form's, by its number. */
async function savedMeanwhile(language: string): Promise<NonNullable<FormState["saved"]>> {
  const text = problemText(language, say("shown_see"));
  const href = /^\/[^?]*\/\d+(?=\/)/.exec((await headers()).get("x-pathname") ?? "")?.[0];
  const says = problemText(language, say("shown_now", { field: "%f", now: "%v" }));
  return { says, see: href ? { href, text } : null };
}

/** The action of a single button. The outcome is shown on the next page: the action's target, else `backTo`. */
export function sellerButton<S extends z.ZodType>(
  backTo: string | ((form: FormData) => string),
  schema: S,
  run: Run<CurrentSeller, S>,
): ButtonAction {
  return async (sent) => {
    const form = formOf(sent);
    const seller = await currentSeller();
    const { language } = seller.user;
    const outcome = await attempt(fieldsOf(form), schema, language, async (input, world) =>
      run(await seenBy(seller, form), input, world),
    );
    if (outcome.ok) return leadOn(outcome.ending);
    return leadBack(outcome, language, typeof backTo === "string" ? backTo : backTo(form));
  };
}

async function leadOn({ to, flash }: Led): Promise<never> {
  if (flash) await setFlash(flash, to);
  redirect(to);
}

/** A button has no page of its own to say what is wrong: the page that it leads back to says so. */
async function leadBack(
  { message, errors }: Pick<FormState, "message" | "errors">,
  language: string,
  back: string,
): Promise<never> {
  const nothing = problemText(language, say("nothing_changed"));
  const text = Object.values(errors).flat()[0] ?? message ?? nothing;
  return leadOn({ to: back, flash: { tone: "bad", text } });
}

type Outcome<E> =
  | { ok: true; ending: E }
  | { ok: false; message: string | null; errors: Record<string, string[]>; isChanged?: boolean };

async function attempt<S extends z.ZodType, E extends Ending<unknown>>(
  sent: Record<string, string[]>,
  schema: S,
  language: string,
  run: (input: z.output<S>, world: World) => Promise<E>,
): Promise<Outcome<E | { to: string; flash: Flash }>> {
  if (!(await isSameOrigin()))
    return { ok: false, message: problemText(language, otherOriginProblem()), errors: {} };
  try {
    const world = systemWorld();
    const ending = await once(sent, language, world, () => run(readSent(schema, sent), world));
    return { ok: true, ending };
  } catch (error) {
    if (error instanceof NotAllowed) await noteDenied(error.why);
    return refusalOf(error, language);
  }
}

/** What a form says, by its schema; nothing in it that cannot be stored. Throws Invalid by field. */
export function readSent<S extends z.ZodType>(schema: S, sent: SentForm): z.output<S> {
  const unfit = unstorable(sent);
  if (Object.keys(unfit).length > 0) throw new Invalid(unfit);
  const single = Object.entries(sent).map(([name, values]) => [
    name,
    Array.isArray(values) && values.length === 1 ? values[0] : values,
  ]);
  const parsed = schema.safeParse(Object.fromEntries(single));
  if (!parsed.success) throw new Invalid(problemsOf(parsed.error, (path) => String(path[0] ?? "form")));
  return parsed.data;
}

/** Writes an action that a signed-in person's role forbids to the audit log, under their name. */
async function noteDenied(why: Problem): Promise<void> {
  const session = await currentSession();
  if (session) await logDenial(systemWorld(), session.user.id, why);
}

/** The refusal to show to the person; any other error is ours and goes to the error page. */
function refusalOf(error: unknown, language: string): Outcome<never> {
  const refused = (message: string) => ({ ok: false as const, message, errors: {} });
  if (error instanceof Invalid) {
    const errors = problemTexts(language, error.errors);
    const head = say(Object.keys(errors).length === 1 ? "one_wrong" : "some_wrong");
    return { ok: false, message: problemText(language, head), errors, isChanged: error instanceof Changed };
  }
  if (error instanceof Refusal) return refused(refusalText(language, error.code));
  if (error instanceof NotAllowed) return refused(problemText(language, error.why));
  if (error instanceof NotFound) return refused(problemText(language, say("gone")));
  throw error;
}

function withoutSecrets(fields: Record<string, string[]>): Record<string, string[]> {
  // A refused code must be typed again.
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !/password|^code$/i.test(name)));
}

/** A text field: absent counts as empty, because the verb reports what is missing more clearly. */
export const textField = z.string().default("");
/** Proves again who the person is; the code is required where two-step sign-in is on. */
export const proofFields = { password: textField, code: textField };
/** Boxes of one name: none, one or several. */
export const manyField = z.union([z.string().transform((value) => [value]), z.array(z.string())]).default([]);
/** The mode a page is in. */
export const modeField = z.enum(["live", "test"]);
/** A row's number, small enough for the database. */
export const idField = z.coerce.number().int().positive().max(2_147_483_647);

/** A form about oneself, for anyone who is signed in, with or without a store. */
export function personForm<S extends z.ZodType, Result = never>(
  schema: S,
  run: Run<CurrentPerson, S, Ending<Result>>,
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
  run: Run<CurrentPerson, S>,
): ButtonAction {
  return async (form) => {
    // A button has no typed values, so nothing is stored for a person who must sign in first.
    const { user } = await currentPerson();
    return leadBack(await personForm(schema, run)(freshForm, form), user.language, back);
  };
}

/** The signed-in operator as the caller of a verb; everyone else gets "not found". */
export async function operatorCaller(sent?: FormData): Promise<Operator> {
  const { id } = await currentOperator(sent);
  return { userId: id, actor: `user:${id}` };
}

/** A form of the operator's area. `secrets` are fields that never go back to the page. */
export function operatorForm<S extends z.ZodType>(
  schema: S,
  run: Run<Operator, S>,
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

/** A single button of the operator's area: the outcome is shown on the next page. */
export function operatorButton<S extends z.ZodType>(
  back: string,
  schema: S,
  run: Run<Operator, S>,
): ButtonAction {
  return async (form) => {
    // A button has no typed values, so nothing is stored for a person who must sign in first.
    const { language } = await currentOperator();
    return leadBack(await operatorForm(schema, run)(freshForm, form), language, back);
  };
}
