import type { DashboardWords, PlainKey } from "@/components/dashboard/messages/words";
import { manyField, textField } from "@/lib/auth/guarded-action";
import { type SentForm, sentText } from "@/lib/resources/form-fields";
import type { FieldSpec } from "./form-field";

/** What a form is shown with. */
interface Shown {
  words: DashboardWords;
}

/** A text of the page: its key, or made of what the form is shown with. */
type Text<About> = PlainKey | ((about: About) => string);
type Choices<About> = (about: About) => { value: string; label: string; help?: string; head?: string }[];
type Made = "name" | "label" | "help" | "short" | "value" | "placeholder";
type Input = Omit<Extract<FieldSpec, { kind: "text" }>, Made>;

/** One field, defined once: its look, and by its kind how it is read. */
export type Field<About extends Shown = Shown> = {
  label: Text<About>;
  help?: Text<About>;
  id?: string;
  short?: PlainKey;
} & Pick<FieldSpec, "folded" | "only"> &
  (
    | (Input & { placeholder?: string | ((about: About) => string) })
    | { kind: "area" }
    | { kind: "file"; accept: string }
    | { kind: "select" | "cards" | "boxes"; options: Choices<About> }
  );

/** The fields of a form by name. */
export type Fields<About extends Shown = Shown> = Record<string, Field<About>>;

type Held<F> = F extends { kind: "boxes" } ? readonly string[] : string | null | undefined;
/** What the fields of a form hold at first. */
export type HeldFields<F> = { [N in keyof F]?: Held<F[N]> };

/** The fields as a form shows them, with what they hold. */
export function fieldSpecs<About extends Shown, F extends Fields<About>>(
  fields: F,
  about: About,
  held: HeldFields<F> = {},
): FieldSpec[] {
  return Object.entries(fields).map(([name, field]) => specOf(name, field, about, held[name] ?? ""));
}

function specOf<About extends Shown>(
  name: string,
  field: Field<About>,
  about: About,
  held: string | readonly string[],
): FieldSpec {
  const said = (text: Text<About>) =>
    typeof text === "function" ? text(about) : about.words.loose(text, {});
  const { label, help = () => "", short, ...rest } = field;
  const helps = said(help);
  const common = {
    ...{ name, label: said(label), ...(helps && { help: helps }) },
    ...(short && { short: said(short) }),
  };
  const value = typeof held === "string" ? held : undefined;
  switch (rest.kind) {
    case "text": {
      const { placeholder, ...input } = rest;
      const example = typeof placeholder === "function" ? placeholder(about) : placeholder;
      return { ...input, ...common, value, ...(example && { placeholder: example }) };
    }
    case "area":
      return { ...rest, ...common, value };
    case "file":
      return { ...rest, ...common };
    case "select":
    case "cards":
      return { ...rest, kind: rest.kind, ...common, options: rest.options(about), value };
    case "boxes":
      return { ...rest, kind: "boxes", ...common, options: rest.options(about), value: [...held] };
  }
}

/** What was sent, without what only another choice asks for: browsers send what is hidden too. */
export function asked(fields: Fields<never>, sent: SentForm): SentForm {
  const isAsked = ([name]: [string, unknown]) => {
    const [choice, value] = fields[name]?.only ?? [];
    return !choice || sent[choice] === undefined || sentText(sent, choice) === value;
  };
  return Object.fromEntries(Object.entries(sent).filter(isAsked));
}

/** How a sent form is read: boxes as a list, everything else as text. A file is read beside it. */
export function shapeOf<F extends Fields<never>>(fields: F) {
  const readers = Object.entries(fields).map(([name, { kind }]) => [
    name,
    kind === "boxes" ? manyField : textField,
  ]);
  // Safe: each name has the reader of its kind.
  return Object.fromEntries(readers) as {
    [N in keyof F]: F[N] extends { kind: "boxes" } ? typeof manyField : typeof textField;
  };
}

/** The password again, and a code where this person has two-step sign-in on. `id` where a page has several such forms. */
export function proofSpecs(
  words: DashboardWords,
  person: { hasTwoStep: boolean },
  id = "password",
): FieldSpec[] {
  const password: FieldSpec = {
    ...{ kind: "text", type: "password", name: "password", id, autoComplete: "current-password" },
    label: words.text("yourPassword"),
  };
  if (!person.hasTwoStep) return [password];
  const code: FieldSpec = {
    ...{ kind: "text", name: "code", id: `${id}-code`, autoComplete: "one-time-code" },
    label: words.text("code"),
    help: words.text("proofCodeHelp"),
  };
  return [password, code];
}
