import type { Column } from "@/app/_lists/list";
import { ListTable } from "@/app/_lists/list-view";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Disclosure, PageHeader, Section } from "@/components/ui/blocks";
import { Code } from "@/components/ui/copy-button";
import { formatNumber } from "@/lib/domain/money";
import { type KeptLine, type RetainedLine, readRetention } from "@/lib/services/desk/retention/forget-old";
import { titledForOperator } from "../../desk";
import { OperatorTime, operatorPage } from "../../operator-page";

const retainedColumns: Column<RetainedLine>[] = [
  { label: "retention_what", cell: ({ name }, { words }) => words.text(`retention_${name}`) },
  {
    label: "retention_for",
    cell: ({ from, days }, { words }) => words.text(`retention_from_${from}`, { days }),
  },
  {
    label: "retention_oldest",
    onPhone: true,
    cell: ({ oldest }, { words }) => (oldest ? <OperatorTime at={oldest} /> : words.text("none")),
  },
  {
    label: "retention_variable",
    cell: ({ variable }, { words }) => (variable ? <Code>{variable}</Code> : words.text("retention_fixed")),
  },
  { label: "retention_rows", align: "end", cell: (line, { words }) => countWords(line, words) },
];

const keptColumns: Column<KeptLine>[] = [
  { label: "retention_table", cell: ({ table }) => <Code>{table}</Code> },
  { label: "retention_why", cell: ({ why }, { words }) => words.text(`retention_why_${why}`) },
  { label: "retention_rows", align: "end", cell: (line, { words }) => countWords(line, words) },
];

function countWords({ rows, about }: KeptLine | RetainedLine, words: DashboardWords): string {
  if (rows !== null) return formatNumber(rows, words.lang);
  return words.text("retention_about", { count: formatNumber(Math.round(about), words.lang) });
}

export const generateMetadata = titledForOperator("retention_title");

/** Every table of the database: what goes with time, and what stays. */
export default operatorPage("health", async (who) => {
  const { world, operator, words } = who;
  const { retained, kept } = await readRetention(world, operator);
  const [goes, stays] = [words.text("retention_goes"), words.text("retention_stays")];
  return (
    <>
      <PageHeader title={words.text("retention_title")} purpose={words.text("retention_purpose")} />
      <Section title={goes}>
        <ListTable
          caption={goes}
          columns={retainedColumns}
          rows={retained}
          keyOf={({ name }) => name}
          who={who}
        />
      </Section>
      <Disclosure summary={`${stays}: ${words.text("retention_tables", { count: kept.length })}`}>
        <ListTable caption={stays} columns={keptColumns} rows={kept} keyOf={({ table }) => table} who={who} />
      </Disclosure>
    </>
  );
});
