"use client";

import { useActionState, useEffect } from "react";
import { ActionForm, type ActionTarget } from "@/components/dashboard/action-form";
import { type FormAction, freshForm } from "@/lib/auth/form-state";
import { type FieldFormProps, FormBody } from "./field-form";

/** What the browser is asked for, as JSON, and what is sent along with its answer. */
export interface PasskeyAsked {
  options: string;
  fields: Record<string, string>;
}

/** After the first press the page carries what the browser makes or uses a passkey of (passkey.ts), which needs a script. */
export function PasskeyForm(
  props: Omit<FieldFormProps, "action"> & {
    begin: FormAction<PasskeyAsked>;
    /** Takes the browser's answer; `begin` does where there is none. */
    end?: ActionTarget["action"];
    words: { needsScript: string; failed: string };
  },
) {
  const { begin, end, words, ...looks } = props;
  const [state, send] = useActionState(begin, { ...freshForm, result: null });
  const { result } = state;
  // On a development server React draws it, and no script of the page has seen it.
  useEffect(() => {
    if (result) document.dispatchEvent(new Event("page-shown"));
  }, [result]);
  if (!result) return <FormBody {...looks} {...{ state, send }} />;
  return (
    <div data-passkey={result.options} data-failed={words.failed}>
      <p role="alert" className="text-ink-2">
        {words.needsScript}
      </p>
      <ActionForm to={{ action: end ?? send, fields: { ...result.fields, answer: "" } }}>{null}</ActionForm>
    </div>
  );
}
