import { StatusMark, type StatusTone } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import type { ImportReport, ShownLine } from "./state";
import { filled, type ImportTexts } from "./texts";

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
