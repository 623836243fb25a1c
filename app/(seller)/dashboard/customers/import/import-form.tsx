"use client";

import { useActionState } from "react";
import { Problems } from "@/app/_forms/field-form";
import { StoreForm } from "@/components/dashboard/store-form";
import { StatusMark } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { Input, Textarea } from "@/components/ui/field";
import { Table } from "@/components/ui/table";
import type { FormState } from "@/lib/auth/form-state";
import type { ImportReport } from "./report";

type State = FormState<ImportReport>;
const fresh: State = { tries: 0, message: null, errors: {}, values: {}, result: null };

/** In the page's language. */
export type ImportTexts = Record<
  "file" | "fileHelp" | "paste" | "look" | "other" | "another" | "see" | "will" | "did" | "caption",
  string
> &
  Record<"name" | "line" | "contacts", string> & { titles: { one: string; some: string } };

/** Two steps in one place: checks the file, then does what was shown. Both work without scripts. */
export function ImportForm({
  action,
  texts,
}: {
  action: (previous: State, form: FormData) => Promise<State>;
  texts: ImportTexts;
}) {
  const [state, send, pending] = useActionState(action, fresh);
  const { result } = state;
  return (
    <StoreForm action={send} className={`grid gap-6 ${result ? "" : "max-w-[40rem]"}`}>
      <Problems state={state} fields={[{ kind: "text", name: "file", label: "" }]} titles={texts.titles} />
      {result ? (
        <>
          <ReportView report={result} texts={texts} />
          <input type="hidden" name="csv" value={result.csv} />
        </>
      ) : (
        <>
          <Input
            name="file"
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            label={texts.file}
            help={texts.fileHelp}
            error={state.errors.file?.join(" ")}
          />
          <Textarea
            name="csv"
            label={texts.paste}
            rows={6}
            className="font-mono"
            defaultValue={state.values.csv?.[0]}
          />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {result?.isDone ? (
          <ButtonLink look="primary" href="/dashboard/customers">
            {texts.see}
          </ButtonLink>
        ) : null}
        {result && !result.isDone && result.go ? (
          <Button look="primary" name="go" value="yes" aria-busy={pending}>
            {result.go}
          </Button>
        ) : null}
        {result ? (
          <ButtonLink href="/dashboard/customers/import">
            {result.isDone ? texts.another : texts.other}
          </ButtonLink>
        ) : (
          <Button look="primary" aria-busy={pending}>
            {texts.look}
          </Button>
        )}
      </div>
    </StoreForm>
  );
}

/** The planned or finished import, in numbers and line by line. */
function ReportView({ report, texts }: { report: ImportReport; texts: ImportTexts }) {
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
            <bdi key="contact" className="break-all">
              {line.contact}
            </bdi>,
            <span key="what" className="wrap-anywhere">
              <StatusMark tone={line.tone}>{line.what}</StatusMark> {line.more}
            </span>,
          ],
        }))}
      />
      {report.shown ? <p className="text-label text-ink-2">{report.shown}</p> : null}
    </section>
  );
}
