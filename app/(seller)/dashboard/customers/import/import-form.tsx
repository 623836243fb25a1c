"use client";

import { useActionState } from "react";
import { FormBody } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import { StatusMark } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { Table } from "@/components/ui/table";
import { type FormAction, freshForm } from "@/lib/auth/form-state";
import type { ImportReport } from "./report";

/** In the page's language. */
interface Texts
  extends Record<
    "look" | "other" | "another" | "see" | "will" | "did" | "caption" | "name" | "line",
    string
  > {
  contacts: string;
}

interface Props {
  action: FormAction<ImportReport>;
  fields: FieldSpec[];
  texts: Texts;
}

/** Two steps in one place: checks the file, then does what was shown. Both work without scripts. */
export function ImportForm({ action, fields, texts }: Props) {
  const [state, send] = useActionState(action, { ...freshForm, result: null });
  const { result } = state;
  const form = { state, send };
  const begin = "/dashboard/customers/import";
  if (!result) return <FormBody {...form} fields={fields} submit={texts.look} />;
  const { isDone, csv, go } = result;
  const again = <ButtonLink href={begin}>{isDone ? texts.another : texts.other}</ButtonLink>;
  return (
    <div className="grid gap-6">
      <ReportView report={result} texts={texts} />
      {isDone || go === null ? (
        <div className="flex flex-wrap gap-2">
          {isDone ? (
            <ButtonLink look="primary" href="/dashboard/customers">
              {texts.see}
            </ButtonLink>
          ) : null}
          {again}
        </div>
      ) : (
        <FormBody {...form} fields={[]} hidden={{ csv, go: "yes" }} submit={go} note={again} />
      )}
    </div>
  );
}

/** The planned or finished import, in numbers and line by line. */
function ReportView({ report, texts }: { report: ImportReport; texts: Texts }) {
  const what = report.isDone ? texts.did : texts.will;
  return (
    <section aria-label={what} className="grid gap-4">
      <p role="status" className="text-section font-semibold">
        {report.sums}
      </p>
      <Table
        caption={texts.caption}
        columns={[
          { label: texts.name },
          { label: texts.line, onPhone: texts.line },
          { label: texts.contacts },
          { label: what },
        ]}
        rows={report.lines.map((line) => ({
          key: String(line.line),
          cells: [
            <bdi key="name">{line.name}</bdi>,
            String(line.line),
            <bdi key="contact" className="wrap-anywhere">
              {line.contact}
            </bdi>,
            <span key="what" className="wrap-anywhere">
              <StatusMark tone={line.tone} word={line.what} /> {line.more}
            </span>,
          ],
        }))}
      />
      {report.shown ? <p className="text-label text-ink-2">{report.shown}</p> : null}
    </section>
  );
}
