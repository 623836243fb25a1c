"use client";

import { type ReactNode, useActionState } from "react";
import { FormBody } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import { LeaveGuard } from "@/components/dashboard/leave-guard";
import { Notice, Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/copy-button";
import { type FormAction, freshForm } from "@/lib/auth/form-state";

interface CodesFormProps {
  action: FormAction<string[]>;
  fields: FieldSpec[];
  submit: string;
  look?: "primary" | "secondary";
  words: { title: string; means: string; label: string; download: string; saved: string };
  doneHref: string;
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
  before,
  title,
  means,
  doneTitle,
}: CodesFormProps) {
  const [state, send] = useActionState(action, { ...freshForm, result: null });
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
        <FormBody {...{ state, send, fields, submit, look }} />
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
