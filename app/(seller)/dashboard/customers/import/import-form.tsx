"use client";

import { useActionState } from "react";
import { Problems } from "@/app/_forms/field-form";
import { StoreForm } from "@/components/dashboard/store-form";
import { StatusMark, type StatusTone } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { Input, Textarea } from "@/components/ui/field";
import { Table } from "@/components/ui/table";
import {
  type DoneState,
  filled,
  type ImportReport,
  type ImportTexts,
  type PlanState,
  type ShownLine,
} from "./texts";

type Act<State> = (previous: State, form: FormData) => Promise<State>;
const fresh = { tries: 0, message: null, errors: {}, values: {}, result: null };

/** Two steps in one place: checks the file, then does what was shown. Both work without scripts. */
export function ImportForm({
  plan,
  run,
  texts,
}: {
  plan: Act<PlanState>;
  run: Act<DoneState>;
  texts: ImportTexts;
}) {
  const [planned, look, looking] = useActionState<PlanState, FormData>(plan, fresh);
  const [done, send, sending] = useActionState<DoneState, FormData>(run, fresh);
  if (done.result)
    return (
      <div className="grid gap-6">
        <ReportView report={done.result} isDone texts={texts} />
        <div className="flex flex-wrap gap-2">
          <ButtonLink look="primary" href="/dashboard/customers">
            {texts.see}
          </ButtonLink>
          <ButtonLink href="/dashboard/customers/import">{texts.another}</ButtonLink>
        </div>
      </div>
    );
  if (planned.result) {
    const { csv, counts } = planned.result;
    const count = counts.create + counts.change;
    return (
      <StoreForm action={send} className="grid gap-6">
        <Problems state={done} fields={[]} titles={texts.titles} />
        <ReportView report={planned.result} isDone={false} texts={texts} />
        <input type="hidden" name="csv" value={csv} />
        <div className="flex flex-wrap gap-2">
          {count > 0 ? (
            <Button look="primary" aria-busy={sending}>
              {filled(count === 1 ? texts.goOne : texts.go, { count })}
            </Button>
          ) : null}
          <ButtonLink href="/dashboard/customers/import">{texts.other}</ButtonLink>
        </div>
      </StoreForm>
    );
  }
  return (
    <StoreForm action={look} className="grid max-w-[40rem] gap-4">
      <Problems state={planned} fields={[{ kind: "text", name: "file", label: "" }]} titles={texts.titles} />
      <Input
        name="file"
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        label={texts.file}
        help={texts.fileHelp}
        error={planned.errors.file?.join(" ")}
      />
      <Textarea
        name="csv"
        label={texts.paste}
        rows={6}
        className="font-mono"
        defaultValue={planned.values.csv?.[0]}
      />
      <div>
        <Button look="primary" aria-busy={looking}>
          {texts.look}
        </Button>
      </div>
    </StoreForm>
  );
}

/** The planned or finished import, in numbers and line by line. */
export function ReportView({
  report,
  isDone,
  texts,
}: {
  report: ImportReport;
  isDone: boolean;
  texts: ImportTexts;
}) {
  const { create, change, same, refused } = report.counts;
  const total = create + change + same + refused;
  const sums = filled(texts.sums, report.counts);
  return (
    <section aria-label={isDone ? texts.did : texts.will} className="grid gap-4">
      <p role="status" className="text-section font-semibold">
        {isDone ? filled(texts.done, { sums }) : sums}
      </p>
      <Table
        caption={texts.caption}
        columns={[
          { label: texts.name },
          { label: texts.line, onPhone: texts.line },
          { label: texts.contacts },
          { label: isDone ? texts.did : texts.will },
        ]}
        rows={report.lines.map((line) => ({ key: String(line.line), cells: cellsOf(line, texts) }))}
      />
      {report.lines.length < total ? (
        <p className="text-label text-ink-2">{filled(texts.shown, { shown: report.lines.length, total })}</p>
      ) : null}
    </section>
  );
}

function cellsOf(line: ShownLine, texts: ImportTexts) {
  const { tone, more } = outcomeOf(line);
  return [
    <bdi key="name">{line.name || texts.noName}</bdi>,
    String(line.line),
    <bdi key="contact" className="break-all">
      {line.contact}
    </bdi>,
    <span key="what">
      <StatusMark tone={tone}>{texts.outcomes[line.what]}</StatusMark>{" "}
      {more ? <span className="wrap-anywhere">{more}</span> : null}
    </span>,
  ];
}

function outcomeOf(line: ShownLine): { tone: StatusTone; more?: string } {
  switch (line.what) {
    case "create":
      return { tone: "plain" };
    case "change":
      return { tone: "warn", more: line.fields.join(", ") };
    case "same":
      return { tone: "ended" };
    case "refused":
      return { tone: "bad", more: line.problem };
  }
}
