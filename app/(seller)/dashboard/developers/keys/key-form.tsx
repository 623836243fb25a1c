"use client";

import { useActionState } from "react";
import { Problems } from "@/app/_forms/field-form";
import { type FieldSpec, FormField } from "@/app/_forms/form-field";
import { SecretOnce } from "@/components/dashboard/secret-once";
import { Button } from "@/components/ui/button";
import type { FormState } from "@/lib/auth/form-state";
import type { NewKey } from "./actions";

const fresh: FormState<NewKey> = { tries: 0, message: null, errors: {}, values: {}, result: null };

/** Makes a key and then shows it in its own place, this once. */
export function KeyForm({
  action,
  fields,
  submit,
  hidden = {},
}: {
  action: (previous: FormState<NewKey>, form: FormData) => Promise<FormState<NewKey>>;
  fields: FieldSpec[];
  submit: string;
  hidden?: Record<string, string>;
}) {
  const [state, send, pending] = useActionState(action, fresh);
  if (state.result) return <KeyOnce made={state.result} />;
  return (
    <form action={send} noValidate className="grid max-w-[30rem] gap-4">
      <Problems state={state} fields={fields} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map((field) => (
        <FormField key={`${field.name}/${state.tries}`} field={field} state={state} />
      ))}
      <div>
        <Button look="primary" aria-busy={pending}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

function KeyOnce({ made }: { made: NewKey }) {
  return (
    <SecretOnce
      title={`${made.livemode ? "Live" : "Test"} key “${made.name}” is made`}
      label="Secret key"
      secret={made.key}
      envName="SENTE_API_KEY"
      curl={made.curl}
      doneHref="/dashboard/developers/keys"
    />
  );
}
