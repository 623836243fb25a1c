import type { ComponentProps, ReactNode } from "react";
import { classes } from "./button";

type FieldTexts = {
  /** Also the id of the control, unless `id` is given. */
  name: string;
  id?: string;
  label: ReactNode;
  help?: ReactNode;
  /** What is wrong and what to do, in words. */
  error?: ReactNode;
};

type FieldFrameProps = FieldTexts & { children: ReactNode };

const control =
  "w-full min-h-11 rounded-sm border bg-sheet px-3 py-2 text-touch text-ink placeholder:text-ink-3 sm:min-h-9 sm:py-1.5 sm:text-body";

function FieldFrame({ name, id = name, label, help, error, children }: FieldFrameProps) {
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-label font-medium">
        {label}
      </label>
      {help ? (
        <p id={`${id}-help`} className="text-label text-ink-2">
          {help}
        </p>
      ) : null}
      {children}
      {error ? (
        <p id={`${id}-error`} className="text-label text-bad">
          <span aria-hidden="true">■ </span>
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** The attributes that connect a control with its label, help and error. */
function tied({ name, id = name, help, error }: FieldTexts) {
  const described = [help ? `${id}-help` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return {
    id,
    name,
    "aria-describedby": described || undefined,
    "aria-invalid": error ? (true as const) : undefined,
  };
}

function controlClass(error: ReactNode, className?: string): string {
  return classes(control, error ? "border-bad" : "border-field", className);
}

export type InputProps = FieldTexts & Omit<ComponentProps<"input">, "name" | "id">;

export function Input({ label, help, error, name, id, className, ...rest }: InputProps) {
  const texts = { label, help, error, name, id };
  return (
    <FieldFrame {...texts}>
      <input {...rest} {...tied(texts)} className={controlClass(error, className)} />
    </FieldFrame>
  );
}

export type TextareaProps = FieldTexts & Omit<ComponentProps<"textarea">, "name" | "id">;

export function Textarea({ label, help, error, name, id, className, ...rest }: TextareaProps) {
  const texts = { label, help, error, name, id };
  return (
    <FieldFrame {...texts}>
      <textarea rows={4} {...rest} {...tied(texts)} className={controlClass(error, className)} />
    </FieldFrame>
  );
}

export type SelectProps = FieldTexts &
  Omit<ComponentProps<"select">, "name" | "id" | "children"> & {
    options: { value: string; label: string; disabled?: boolean }[];
  };

export function Select({ label, help, error, name, id, className, options, ...rest }: SelectProps) {
  const texts = { label, help, error, name, id };
  return (
    <FieldFrame {...texts}>
      <select {...rest} {...tied(texts)} className={controlClass(error, className)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

export type CheckboxProps = { label: ReactNode; help?: ReactNode } & ComponentProps<"input">;

/** The label is part of the target, so it is easy to hit on a phone. */
export function Checkbox({ label, help, type = "checkbox", className, ...rest }: CheckboxProps) {
  return (
    <label className={classes("flex min-h-11 items-start gap-2 py-2 sm:min-h-0 sm:py-1", className)}>
      <input {...rest} type={type} className="mt-0.5 size-4 shrink-0 accent-brand" />
      <span className="min-w-0">
        {label}
        {help ? <span className="block text-label text-ink-2">{help}</span> : null}
      </span>
    </label>
  );
}
