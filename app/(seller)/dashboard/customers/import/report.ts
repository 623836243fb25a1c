import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import { countOutcomes, type ImportLine } from "@/lib/services/people/customers/import";
import { problemText } from "@/lib/text/problem";

const linesShown = 100;
const tones = { create: "plain", change: "warn", same: "ended", refused: "bad" } as const;

/** The planned or finished import, in words and lines. */
export interface ImportReport {
  isDone: boolean;
  /** The file itself, which is sent again with the confirmation. */
  csv: string;
  sums: string;
  /** The button that does it; null where there is nothing to do. */
  go: string | null;
  /** Every refused line up to a limit, then the first others. */
  lines: { line: number; name: string; contact: string; tone: StatusTone; what: string; more: string }[];
  /** Where not all lines are there. */
  shown: string | null;
}

export function reportOf(
  lines: ImportLine[],
  { isDone, csv }: Pick<ImportReport, "isDone" | "csv">,
  { text, lang }: DashboardWords,
): ImportReport {
  const counts = countOutcomes(lines);
  const some = (isRefused: boolean) =>
    lines.filter(({ what }) => (what === "refused") === isRefused).slice(0, linesShown);
  const shown = [...some(true), ...some(false)];
  const count = counts.create + counts.change;
  const numbers = Object.entries(counts).map(([what, number]) => [what, String(number)] as const);
  const sums = text("importSums", Object.fromEntries(numbers) as Record<ImportLine["what"], string>);
  return {
    ...{ isDone, csv },
    sums: isDone ? text("importDone", { sums }) : sums,
    go: count === 0 ? null : text(count === 1 ? "importCountOne" : "importCount", { count: String(count) }),
    lines: shown.map((line) => ({
      ...{ line: line.line, name: line.name || text("importNoName"), contact: line.contact },
      ...{ tone: tones[line.what], what: text(`import_${line.what}`) },
      more:
        line.what === "change"
          ? line.fields.join(", ")
          : line.what === "refused"
            ? problemText(lang, line.problem)
            : "",
    })),
    shown:
      shown.length < lines.length
        ? text("importShown", { shown: String(shown.length), total: String(lines.length) })
        : null,
  };
}
