"use client";

import { useActionState } from "react";
import { Problems, type ProblemTitles } from "@/app/_forms/field-form";
import { StoreForm } from "@/components/dashboard/store-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { type FormState, freshForm } from "@/lib/auth/form-state";

/** A picture to send, its words from the page. Works before scripts run. */
export function PictureForm({
  action,
  label,
  help,
  submit,
  hidden = {},
  titles,
}: {
  action: (previous: FormState, form: FormData) => Promise<FormState>;
  label: string;
  help: string;
  submit: string;
  hidden?: Record<string, string>;
  /** The head of what is wrong, in the page's language. */
  titles: ProblemTitles;
}) {
  const [state, send, pending] = useActionState(action, freshForm);
  return (
    <StoreForm action={send} className="grid max-w-[30rem] gap-4">
      <Problems state={state} fields={[{ kind: "text", name: "picture", label }]} titles={titles} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Input
        name="picture"
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif,image/heic"
        label={label}
        help={help}
        error={state.errors.picture?.join(" ")}
      />
      <div>
        <Button aria-busy={pending}>{submit}</Button>
      </div>
    </StoreForm>
  );
}
