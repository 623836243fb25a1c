import { StatusMark, type StatusTone } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import type { ImportLine } from "@/lib/services/customers/import";
import type { ImportReport } from "./state";

/** What the file will do or did, in numbers and line by line. */
export function ReportView({ report, isDone }: { report: ImportReport; isDone: boolean }) {
  const { create, change, same, refused } = report.counts;
  const total = create + change + same + refused;
  const head = isDone ? "Imported: " : "";
  return (
    <section aria-label={isDone ? "What happened" : "What will happen"} className="grid gap-4">
      <p role="status" className="text-section font-semibold">
        {`${head}${create} new, ${change} changed, ${same} as they are, ${refused} left out`}
      </p>
      <Table
        caption="Lines of the file"
        columns={[
          { label: "Name" },
          { label: "Line", onPhone: "Line" },
          { label: "Contacts" },
          { label: isDone ? "What happened" : "What happens" },
        ]}
        rows={report.lines.map((line) => ({ key: String(line.line), cells: cellsOf(line) }))}
      />
      {report.lines.length < total ? (
        <p className="text-label text-ink-2">
          {report.lines.length} of {total} lines are shown, those that are left out first.
        </p>
      ) : null}
    </section>
  );
}

function cellsOf(line: ImportLine) {
  const { tone, word, more } = outcomeOf(line);
  return [
    <bdi key="name">{line.name || "No name"}</bdi>,
    String(line.line),
    <bdi key="contact" className="break-all">
      {line.contact}
    </bdi>,
    <span key="what">
      <StatusMark tone={tone}>{word}</StatusMark>{" "}
      {more ? <span className="wrap-anywhere">{more}</span> : null}
    </span>,
  ];
}

function outcomeOf(line: ImportLine): { tone: StatusTone; word: string; more?: string } {
  switch (line.what) {
    case "create":
      return { tone: "plain", word: "New" };
    case "change":
      return { tone: "warn", word: "Changed", more: line.fields.join(", ") };
    case "same":
      return { tone: "ended", word: "As they are" };
    case "refused":
      return { tone: "bad", word: "Left out", more: line.problem };
  }
}
