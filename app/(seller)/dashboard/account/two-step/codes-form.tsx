"use client";

import { type ReactNode, useActionState } from "react";
import { Problems, type ProblemTitles } from "@/app/_forms/field-form";
import { type FieldSpec, FormField } from "@/app/_forms/form-field";
import { pressedOnce } from "@/app/_forms/pressed-once";
import { LeaveGuard } from "@/components/dashboard/leave-guard";
import { Notice, Section } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/copy-button";
import type { FormState } from "@/lib/auth/form-state";

export type CodesState = FormState<string[]>;

const fresh: CodesState = { tries: 0, message: null, errors: {}, values: {}, result: null };

interface CodesFormProps {
  action: (previous: CodesState, form: FormData) => Promise<CodesState>;
  fields: FieldSpec[];
  submit: string;
  look?: "primary" | "secondary";
  words: { title: string; means: string; label: string; download: string; saved: string };
  doneHref: string;
  titles: ProblemTitles;
  /** Above the form, and hidden together with it: a scanned secret, or an outdated count. */
  before: ReactNode;
  title: string;
  means: string | null;
  /** Over the codes. */
  doneTitle: string;
}

/** A form whose answer is the recovery codes: shown once, in place of the form and its introduction. */
export function CodesForm({
  action,
  fields,
  submit,
  look = "primary",
  words,
  doneHref,
  titles,
  before,
  title,
  means,
  doneTitle,
}: CodesFormProps) {
  const [state, send, pending] = useActionState(action, fresh);
  if (state.result)
    return (
      <Section title={doneTitle}>
        <Codes codes={state.result} words={words} doneHref={doneHref} />
      </Section>
    );
  return (
    <>
      {before}
      <Section title={title}>
        <p className={means ? "my-4 text-ink-2" : "mt-4"}>{means}</p>
        <form action={send} onSubmit={pressedOnce(pending)} noValidate className="grid max-w-[30rem] gap-4">
          <Problems state={state} fields={fields} titles={titles} />
          {fields.map((field) => (
            <FormField key={`${field.name}-${state.tries}`} field={field} state={state} />
          ))}
          <div>
            <Button look={look} aria-busy={pending}>
              {submit}
            </Button>
          </div>
        </form>
      </Section>
    </>
  );
}

function Codes({ codes, words, doneHref }: { codes: string[] } & Pick<CodesFormProps, "words" | "doneHref">) {
  const text = codes.join("\n");
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`;
  return (
    <section className="mt-4 grid max-w-[44rem] gap-4 *:min-w-0" aria-label={words.label}>
      <Notice tone="warn" title={words.title}>
        {words.means}
      </Notice>
      <CodeBlock label={words.label}>{text}</CodeBlock>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={file} download="recovery-codes.txt">
          {words.download}
        </ButtonLink>
        <LeaveGuard href={doneHref}>{words.saved}</LeaveGuard>
      </div>
    </section>
  );
}
