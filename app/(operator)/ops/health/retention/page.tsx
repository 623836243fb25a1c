import type { DashboardWords } from "@/components/dashboard/messages/words";
import { PageHeader, Section, Timestamp } from "@/components/ui/blocks";
import { Code } from "@/components/ui/copy-button";
import { Table } from "@/components/ui/table";
import { operatorCaller } from "@/lib/auth/guarded-action";
import { formatNumber } from "@/lib/domain/money";
import { type KeptLine, type RetainedLine, readRetention } from "@/lib/services/desk/retention/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { OperatorPage } from "../../operator-page";
import { operatorWithWords, titledForOperator, zoneOf } from "../../words";

export const generateMetadata = titledForOperator("retention_title");

/** Every table of the database: what goes with time, and what stays. */
export default async function RetentionPage() {
  const { person, words } = await operatorWithWords();
  const { retained, kept } = await readRetention(systemWorld(), await operatorCaller());
  return (
    <OperatorPage person={person} section="health">
      <PageHeader title={words.text("retention_title")} purpose={words.text("retention_purpose")} />
      <Section title={words.text("retention_goes")}>
        <RetainedTable lines={retained} words={words} timeZone={zoneOf(person)} />
      </Section>
      <Section title={words.text("retention_stays")}>
        <KeptTable lines={kept} words={words} />
      </Section>
    </OperatorPage>
  );
}

function RetainedTable(props: { lines: RetainedLine[]; words: DashboardWords; timeZone: string }) {
  const { lines, words, timeZone } = props;
  return (
    <Table
      caption={words.text("retention_goes")}
      columns={[
        { label: words.text("retention_what") },
        { label: words.text("retention_for") },
        { label: words.text("retention_oldest"), onPhone: words.text("retention_oldest") },
        { label: words.text("retention_variable") },
        { label: words.text("retention_rows"), align: "end" },
      ]}
      rows={lines.map((line) => ({
        key: line.name,
        cells: [
          words.text(`retention_${line.name}`),
          words.text(`retention_from_${line.from}`, { days: line.days }),
          line.oldest ? (
            <Timestamp key="oldest" at={line.oldest} timeZone={timeZone} locale={words.locale} />
          ) : (
            words.text("none")
          ),
          line.variable ? <Code key="variable">{line.variable}</Code> : words.text("retention_fixed"),
          countWords(line, words),
        ],
      }))}
    />
  );
}

function KeptTable({ lines, words }: { lines: KeptLine[]; words: DashboardWords }) {
  return (
    <Table
      caption={words.text("retention_stays")}
      columns={[
        { label: words.text("retention_table") },
        { label: words.text("retention_why") },
        { label: words.text("retention_rows"), align: "end" },
      ]}
      rows={lines.map((line) => ({
        key: line.table,
        cells: [
          <Code key="table">{line.table}</Code>,
          words.text(`retention_why_${line.why}`),
          countWords(line, words),
        ],
      }))}
    />
  );
}

function countWords({ rows, about }: KeptLine | RetainedLine, words: DashboardWords): string {
  if (rows !== null) return formatNumber(rows, words.lang);
  return words.text("retention_about", { count: formatNumber(Math.round(about), words.lang) });
}
