"use client";

import { useActionState, useEffect } from "react";
import { FormBody } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import { ActionForm, type ActionTarget } from "@/components/dashboard/action-form";
import { sayPageIsDrawn } from "@/components/dashboard/late-react";
import { type FormState, freshForm } from "@/lib/auth/form-state";

/** What the browser is to make a passkey of, as JSON. */
export type BegunState = FormState<{ name: string; options: string }>;

interface Words {
  add: string;
  needsScript: string;
  failed: string;
}

/** After the password, the page carries what the browser makes a passkey of (passkey.ts), which needs a script. */
export function AddPasskey({
  begin,
  add,
  fields,
  words,
}: {
  begin: (previous: BegunState, form: FormData) => Promise<BegunState>;
  add: ActionTarget["action"];
  fields: FieldSpec[];
  words: Words;
}) {
  const [state, send, pending] = useActionState(begin, { ...freshForm, result: null });
  const { result } = state;
  // Where React has drawn it, no page script has seen it.
  useEffect(() => {
    if (result) sayPageIsDrawn();
  }, [result]);
  if (!result) return <FormBody {...{ state, send, pending, fields }} submit={words.add} />;
  return (
    <div data-passkey={result.options} data-failed={words.failed}>
      <p role="alert" className="text-ink-2">
        {words.needsScript}
      </p>
      <ActionForm to={{ action: add, fields: { name: result.name, answer: "" } }}>{null}</ActionForm>
    </div>
  );
}
