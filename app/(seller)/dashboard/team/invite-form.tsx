"use client";

import { useActionState } from "react";
import { type FieldFormProps, FormBody, useFreshForm } from "@/app/_forms/field-form";
import { Notice } from "@/components/ui/blocks";
import { CopyField, type CopyLabels } from "@/components/ui/copy-field";
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
  linkLabel,
  copyLabels,
  ...looks
}: Omit<FieldFormProps, "action"> & {
  action: (previous: InviteState, form: FormData) => Promise<InviteState>;
  linkLabel: string;
  copyLabels: CopyLabels;
}) {
  const [state, send, pending] = useActionState(action, useFreshForm<Invited>(looks.fields));
  const { result } = state;
  const shown = result ? { ...state, values: {} } : state;
  return (
    <FormBody {...looks} {...{ state: shown, send, pending }}>
      {result ? (
        <Notice tone="ok" title={result.title}>
          <p className="wrap-anywhere">{result.means}</p>
          {result.link ? (
            <div className="mt-3">
              <CopyField label={linkLabel} value={result.link} labels={copyLabels} />
            </div>
          ) : null}
        </Notice>
      ) : null}
    </FormBody>
  );
}
