"use client";

import { type ReactNode, useActionState } from "react";
import { StoreForm, useDraft } from "@/components/dashboard/store-form";
import { WhereFound } from "@/components/dashboard/where-found";
import { Disclosure, Notice } from "@/components/ui/blocks";
import { Button, type ButtonLook } from "@/components/ui/button";
import { type FormAction, type FormState, freshForm } from "@/lib/auth/form-state";
import { mayBeStored } from "@/lib/domain/opened-for";
import { type FieldSpec, FormField, HiddenFields } from "./form-field";
import { KeepTyped } from "./keep-typed";

export interface FieldFormProps {
  action: FormAction;
  fields: FieldSpec[];
  /** What the button does, as a verb. */
  submit: string;
  look?: ButtonLook;
  hidden?: Record<string, string>;
  /** Under the button. */
  note?: ReactNode;
  /** What opens the folded fields. */
  more?: string;
  /** What opens the form, where it is not open from the start. */
  fold?: string;
}

/** A form for a server action. Works with and without scripts; problems are shown in words, in place. */
export function FieldForm({ action, fold, ...looks }: FieldFormProps) {
  const [state, send] = useActionState(action, useFreshForm(looks.fields, looks.hidden));
  return (
    <Folded {...{ fold, state }}>
      <FormBody {...looks} {...{ state, send }} />
    </Folded>
  );
}

/** A form behind a line, which is open once the form has an answer to show. */
export function Folded(props: { fold: string | undefined; state: FormState<unknown>; children: ReactNode }) {
  const { fold, state, children } = props;
  if (!fold) return children;
  return (
    <Disclosure summary={fold} open={state.tries > 0}>
      {children}
    </Disclosure>
  );
}

/** The form itself, for forms that do something else with their result. `children` stand above the fields. */
export function FormBody(
  props: Omit<FieldFormProps, "action"> & {
    state: FormState<unknown>;
    send: (form: FormData) => void;
    children?: ReactNode;
  },
) {
  const { send, fields, submit, look = "primary", hidden = {}, note, more = "", children } = props;
  const state = withSaved(props.state, fields);
  const folded = fields.filter((field) => field.folded);
  const shown = (field: FieldSpec) => (
    <div key={`${field.name}/${state.tries}`} className="min-w-0" data-only={field.only?.[1]}>
      <FormField field={field} state={state} />
      {field.drawn ? <WhereFound {...field.drawn} /> : null}
    </div>
  );
  return (
    <StoreForm action={send} noValidate className="grid max-w-[30rem] gap-4 *:min-w-0">
      <Problems state={state} fields={fields} />
      {children}
      <HiddenFields fields={hidden} state={state} />
      {fields.filter(({ folded }) => !folded).map(shown)}
      {folded.length > 0 ? (
        <Disclosure
          summary={
            <span>
              {more}
              {insideOf(folded, state)}
            </span>
          }
          open={folded.some(({ name }) => name in state.errors)}
        >
          <div className="grid gap-4">{folded.map(shown)}</div>
        </Disclosure>
      ) : null}
      <div className="flex flex-wrap items-center gap-4">
        <Button look={look}>{submit}</Button>
        {note}
      </div>
      <KeepTyped />
    </StoreForm>
  );
}

/** What is behind the line, with a mark at what is set. */
function insideOf(folded: FieldSpec[], state: FormState<unknown>): ReactNode {
  const groups: FieldSpec[][] = [];
  for (const field of folded) {
    if (field.short) groups.push([field]);
    else groups.at(-1)?.push(field);
  }
  return groups.map((group, at) => (
    <span key={group[0]?.name} data-only={group[0]?.only?.[1]}>
      {at === 0 ? " " : ", "}
      {group[0]?.short}
      {group.some((field) => isSet(field, state)) ? " ✓" : ""}
    </span>
  ));
}

/** Whether a field holds anything but what it holds by itself: the first choice, or 0. */
function isSet(field: FieldSpec, state: FormState<unknown>): boolean {
  const held = state.values[field.name] ?? [field.value ?? ""].flat();
  const usual = field.kind === "select" ? field.options[0]?.value : "0";
  return held.some((text) => text !== "" && text !== usual);
}

/** After a save from elsewhere: at each field that holds something else, what is saved now. */
export function withSaved<S extends FormState<unknown>>(state: S, fields: FieldSpec[]): S {
  const { saved, values, errors } = state;
  if (!saved) return state;
  const differing = fields.flatMap((field): [string, string[]][] => {
    if (field.kind === "file" || field.kind === "grid") return [];
    const now = [field.value ?? []].flat().filter(Boolean);
    const typed = (values[field.name] ?? []).filter(Boolean);
    if ([...now].sort().join("\n") === [...typed].sort().join("\n")) return [];
    const options = "options" in field ? field.options : [];
    const said = now.map((value) => options.find((option) => option.value === value)?.label ?? value);
    const text = saved.says.replace("%f", field.label).replace("%v", said.join(", ") || "–");
    return [[field.name, [text]]];
  });
  return { ...state, errors: { ...errors, ...Object.fromEntries(differing) } };
}

/** All problems at the top, with links to the fields; send-form.ts gives it the focus so that screen readers read it. */
export function Problems(props: {
  state: Pick<FormState<unknown>, "tries" | "message" | "errors" | "kept" | "saved">;
  fields: FieldSpec[];
}) {
  const { state, fields } = props;
  const names = Object.keys(state.errors);
  const { kept, saved } = state;
  const wrong = state.message !== null || names.length > 0 || kept !== undefined;
  if (!wrong) return null;
  if (kept)
    return (
      <div tabIndex={-1} data-problems className="outline-none">
        <Notice tone="warn" title={kept.title}>
          {kept.text}
        </Notice>
      </div>
    );
  const targets = new Map(fields.map((field) => [field.name, field.id ?? field.name]));
  return (
    <div tabIndex={-1} data-problems className="outline-none">
      <Notice tone="bad" title={state.message}>
        {names.length > 0 ? (
          <ul className="grid gap-1">
            {names.map((name) => (
              <li key={name}>
                {targets.has(name) ? (
                  <a className="underline underline-offset-2" href={`#${targets.get(name)}`}>
                    {state.errors[name]?.[0]}
                  </a>
                ) : (
                  state.errors[name]?.[0]
                )}
              </li>
            ))}
          </ul>
        ) : null}
        {saved?.see ? (
          <a className="underline underline-offset-2" href={saved.see.href} target="_blank" rel="noreferrer">
            {saved.see.text}
          </a>
        ) : null}
      </Notice>
    </div>
  );
}

/**
 * The initial state of a form: fresh, or with the values typed before its user left or was signed out. A page may hold several
 * forms, so a draft goes to the one with exactly its fields. `also` names fields that are not in `fields`.
 */
export function useFreshForm<Result = never>(
  fields: FieldSpec[],
  hidden: Record<string, string> = {},
  also = /^$/,
): FormState<Result> {
  const draft = useDraft();
  if (!draft || !isOf(draft.values, fields, hidden, also)) return { ...freshForm, result: null };
  const { values, why } = draft;
  return { ...freshForm, result: null, tries: 1, values, ...(why && { kept: why }) };
}

function isOf(
  values: Record<string, string[]>,
  fields: FieldSpec[],
  hidden: Record<string, string>,
  also: RegExp,
): boolean {
  const names = new Set(fields.map(({ name }) => name));
  // What is not ticked is not sent, and files and secrets are not stored.
  const sent = fields.filter(
    ({ kind, name }) => !["boxes", "cards", "grid"].includes(kind) && kind !== "file" && mayBeStored(name),
  );
  const all = Object.entries(values);
  return (
    all.every(([name, [value]]) =>
      Object.hasOwn(hidden, name)
        ? name === "seen" || hidden[name] === value
        : names.has(name) || also.test(name),
    ) &&
    sent.every(({ name }) => Object.hasOwn(values, name)) &&
    all.some(([name]) => !Object.hasOwn(hidden, name))
  );
}
