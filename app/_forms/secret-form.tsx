"use client";

import { useActionState } from "react";
import { SecretOnce, type SecretOnceProps } from "@/components/dashboard/secret-once";
import type { FormAction } from "@/lib/auth/form-state";
import { type FieldFormProps, Folded, FormBody, useFreshForm } from "./field-form";

type SecretFormProps = Omit<FieldFormProps, "action"> & { action: FormAction<SecretOnceProps> };

/** A form whose answer is a secret, shown once in place of the form. */
export function SecretForm({ action, fold, ...looks }: SecretFormProps) {
  const fresh = useFreshForm<SecretOnceProps>(looks.fields, looks.hidden);
  const [state, send] = useActionState(action, fresh);
  return (
    <Folded {...{ fold, state }}>
      {state.result ? <SecretOnce {...state.result} /> : <FormBody {...looks} {...{ state, send }} />}
    </Folded>
  );
}
