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

const control =
  "w-full min-h-11 rounded-sm border border-field aria-invalid:border-bad bg-sheet px-3 py-2 text-touch text-ink placeholder:text-ink-3 sm:min-h-9 sm:py-1.5 sm:text-body file:me-3 file:rounded-sm file:border file:border-field file:bg-sunk file:px-2";

function FieldFrame({ name, id = name, label, help, error, children }: FieldTexts & { children: ReactNode }) {
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

export type InputProps = FieldTexts & Omit<ComponentProps<"input">, "name" | "id">;

/** A colour is written, beside one that the browser lets choose, which needs a script. */
export function Input({ label, help, error, name, id, className, type, ...rest }: InputProps) {
  const texts = { label, help, error, name, id };
  const isColour = type === "color";
  return (
    <FieldFrame {...texts}>
      <div className={isColour ? "flex gap-2" : "contents"}>
        {isColour ? (
          <input
            type="color"
            data-picks=""
            aria-label={String(label)}
            defaultValue={String(rest.defaultValue || rest.placeholder)}
            className="h-11 w-14 shrink-0 rounded-sm border border-field bg-sheet p-1 noscript:hidden sm:h-9"
          />
        ) : null}
        <input
          {...rest}
          type={isColour ? "text" : type}
          {...tied(texts)}
          className={classes(control, className)}
        />
      </div>
    </FieldFrame>
  );
}

/** What is chosen is written beside it, and what is written is chosen. */
export function listenToColours(): void {
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const other = target.parentElement?.querySelector<HTMLInputElement>(
      "picks" in target.dataset ? "[data-picks] + input" : "[data-picks]",
    );
    if (other && other !== target && /^#[0-9a-f]{6}$/i.test(target.value)) other.value = target.value;
  });
}

/** What is said beside a field goes once somebody changes it; with the last one what is said of them all. */
export function listenToMending(): void {
  const marks = "[aria-invalid], [id$=-error]";
  document.addEventListener("input", ({ target }) => {
    const form = target instanceof HTMLElement ? target.closest("form") : null;
    if (!(target instanceof HTMLElement) || !form?.querySelector(marks)) return;
    target.removeAttribute("aria-invalid");
    for (const id of [target.id, target.closest("fieldset")?.id])
      document.getElementById(`${id}-error`)?.remove();
    if (!form.querySelector(marks)) form.querySelector("[data-problems]")?.remove();
  });
}

export type TextareaProps = FieldTexts & Omit<ComponentProps<"textarea">, "name" | "id">;

export function Textarea({ label, help, error, name, id, className, ...rest }: TextareaProps) {
  const texts = { label, help, error, name, id };
  return (
    <FieldFrame {...texts}>
      <textarea rows={4} {...rest} {...tied(texts)} className={classes(control, className)} />
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
      <select {...rest} {...tied(texts)} className={classes(control, className)}>
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
