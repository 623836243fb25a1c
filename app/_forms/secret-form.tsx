"use client";

import { useActionState } from "react";
import { SecretOnce, type SecretOnceProps } from "@/components/dashboard/secret-once";
import { StoreForm } from "@/components/dashboard/store-form";
import { Button, type ButtonLook } from "@/components/ui/button";
import type { FormState } from "@/lib/auth/form-state";
import { Problems, type ProblemTitles } from "./field-form";
import { type FieldSpec, FormField } from "./form-field";
import { useFreshForm } from "./fresh-form";
import { pressedOnce } from "./pressed-once";

export type SecretState = FormState<SecretOnceProps>;

/** A form whose answer is a secret, shown once in place of the form. */
export function SecretForm({
  action,
  fields,
  submit,
  look = "primary",
  hidden = {},
  titles,
}: {
  action: (previous: SecretState, form: FormData) => Promise<SecretState>;
  fields: FieldSpec[];
  submit: string;
  look?: ButtonLook;
  hidden?: Record<string, string>;
  /** The head of what is wrong, in the page's language. */
  titles: ProblemTitles;
}) {
  const [state, send, pending] = useActionState(action, useFreshForm<SecretOnceProps>(fields, hidden));
  if (state.result) return <SecretOnce {...state.result} />;
  return (
    <StoreForm action={send} onSubmit={pressedOnce(pending)} noValidate className="grid max-w-[30rem] gap-4">
      <Problems state={state} fields={fields} titles={titles} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map((field) => (
        <FormField key={`${field.name}/${state.tries}`} field={field} state={state} />
      ))}
      <div>
        <Button look={look} aria-busy={pending}>
          {submit}
        </Button>
      </div>
    </StoreForm>
  );
}
