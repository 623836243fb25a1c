import type { ComponentProps, ReactNode } from "react";
import { countryName } from "@/lib/domain/languages";
import type { PayProblem } from "@/lib/domain/pay-problem";
import { type Words, wordsOf } from "./parts";
import type { PayPage } from "./types";

export type FieldProps = {
  /** Also the field's name in the form. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with it, in words. */
  problem?: string | undefined;
  /** The input stands beside its label, where nothing is said between them. */
  beside?: boolean;
  children: (attributes: FieldAttributes) => ReactNode;
};

/** The attributes that connect the input with its label, help and problem. */
export type FieldAttributes = {
  id: string;
  name: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
};

/** The id of a field, for links to it. */
export function fieldId(name: string): string {
  return `f-${name}`;
}

/** Label, help, problem, input, in this order, because what is read first helps with what follows. */
export function Field({ name, label, hint, problem, beside, children }: FieldProps) {
  const id = fieldId(name);
  const told = [hint ? `${id}-hint` : "", problem ? `${id}-problem` : ""].filter((part) => part !== "");
  return (
    <div className={problem ? "fld wrong" : beside && !hint ? "fld row" : "fld"}>
      <label htmlFor={id}>{label}</label>
      {hint ? <p id={`${id}-hint`}>{hint}</p> : null}
      {problem ? (
        <p id={`${id}-problem`} className="err">
          {problem}
        </p>
      ) : null}
      {children({
        id,
        name,
        ...(told.length > 0 ? { "aria-describedby": told.join(" ") } : {}),
        ...(problem ? { "aria-invalid": true as const } : {}),
      })}
    </div>
  );
}

/** A field of one line, of text where nothing else is said, with the attributes of its input. */
export function TextField(props: Omit<FieldProps, "children"> & ComponentProps<"input">) {
  const { name, label, hint, problem, beside, ...input } = props;
  return (
    <Field {...{ name, label, hint, problem }} beside={beside ?? false}>
      {(attributes) => <input {...attributes} type="text" {...input} />}
    </Field>
  );
}

/** The digits that were sent to the payer's phone or e-mail. */
export function CodeField({ label, problem }: { label: string; problem: string | undefined }) {
  return (
    <TextField
      name="code"
      label={label}
      problem={problem}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
    />
  );
}

/** A problem in the page's language, also its country. `form` fills slots that the problem leaves empty. */
export function problemText(page: PayPage, problem: PayProblem, form: Record<string, string>): string {
  const values: PayProblem["values"] = { ...form, ...problem.values };
  const country = typeof values.country === "string" ? countryName(page.lang, values.country) : "";
  return wordsOf(page.lang).loose(`problem_${problem.code}`, { ...values, country });
}

/** All problems at the top, each linked to its field; it gets the focus. */
export function ProblemSummary(props: {
  words: Words;
  problems: readonly { field: string; text: string }[];
  /** Set if nothing was sent to a rail yet, so that the page can say that nothing was taken. */
  isBeforePaying?: boolean;
}) {
  const { words, problems, isBeforePaying } = props;
  if (problems.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: without script this is the only way to lead a reader to what is wrong.
    <div className="note bad" role="alert" tabIndex={-1} autoFocus id="problems">
      <strong>{words.text("problemsTitle", { count: problems.length })}</strong>
      <ul>
        {problems.map(({ field, text }) => (
          <li key={`${field} ${text}`}>
            {field === "form" ? text : <a href={`#${fieldId(field)}`}>{text}</a>}
          </li>
        ))}
      </ul>
      {isBeforePaying ? <p>{words.text("problemsNothing")}</p> : null}
    </div>
  );
}
