"use client";

import { useActionState } from "react";
import { Problems, type ProblemTitles } from "@/app/_forms/field-form";
import { type FieldSpec, FormField } from "@/app/_forms/form-field";
import { useFreshForm } from "@/app/_forms/fresh-form";
import { pressedOnce } from "@/app/_forms/pressed-once";
import { StoreForm } from "@/components/dashboard/store-form";
import { Button } from "@/components/ui/button";
import { CopyField, type CopyLabels } from "@/components/ui/copy-field";
import { Notice } from "@/components/ui/notice";
import type { FormState } from "@/lib/auth/form-state";

export interface Invited {
  title: string;
  means: string;
  /** To be passed on manually, where the server sends no mail. */
  link: string | null;
}

export type InviteState = FormState<Invited>;

/** Invites people one after the other; the result of the last is shown above the fields. */
export function InviteForm({
  action,
  fields,
  submit,
  linkLabel,
  copyLabels,
  titles,
}: {
  action: (previous: InviteState, form: FormData) => Promise<InviteState>;
  fields: FieldSpec[];
  submit: string;
  linkLabel: string;
  copyLabels: CopyLabels;
  titles: ProblemTitles;
}) {
  const [state, send, pending] = useActionState(action, useFreshForm<Invited>(fields));
  const shown = state.result ? { ...state, values: {} } : state;
  return (
    <StoreForm
      action={send}
      onSubmit={pressedOnce(pending)}
      noValidate
      className="grid max-w-[30rem] gap-4 *:min-w-0"
    >
      <Problems state={state} fields={fields} titles={titles} />
      {state.result ? (
        <Notice tone="ok" title={state.result.title}>
          <p className="wrap-anywhere">{state.result.means}</p>
          {state.result.link ? (
            <div className="mt-3">
              <CopyField label={linkLabel} value={state.result.link} labels={copyLabels} />
            </div>
          ) : null}
        </Notice>
      ) : null}
      {fields.map((field) => (
        <FormField key={`${field.name}/${state.tries}`} field={field} state={shown} />
      ))}
      <div>
        <Button look="primary" aria-busy={pending}>
          {submit}
        </Button>
      </div>
    </StoreForm>
  );
}
