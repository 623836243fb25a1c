import type { ReactNode } from "react";

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

/** The digits that were sent to the payer's phone or e-mail. */
export function CodeField({ label, problem }: { label: string; problem: string | undefined }) {
  return (
    <Field name="code" label={label} problem={problem}>
      {(attributes) => (
        <input {...attributes} type="text" inputMode="numeric" autoComplete="one-time-code" maxLength={12} />
      )}
    </Field>
  );
}
