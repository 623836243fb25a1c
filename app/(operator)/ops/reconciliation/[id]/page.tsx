import { addressOf, pageIn, type Search } from "@/app/_lists/filters";
import { Pages } from "@/app/_lists/list-view";
import { shown } from "@/app/(seller)/dashboard/tasks/task-words";
import { found } from "@/app/service-name";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Notice, PageHeader, Section, StatusMark } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import { operatorCaller } from "@/lib/auth/guarded-action";
import { dayOf } from "@/lib/domain/reconciliation";
import type { Total } from "@/lib/services/desk/reconciliation/compare-day";
import { readReconciliation } from "@/lib/services/desk/reconciliation/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { OperatorPage } from "../../operator-page";
import { operatorWithWords, titledForOperator, zoneOf } from "../../words";
import { idOf, railWord, reconciliationPath, sideOf, signed } from "../paths";

export const generateMetadata = titledForOperator("opsReconciliation");

const perPage = 50;

type Params = Promise<{ id: string }>;
type Run = Awaited<ReturnType<typeof readReconciliation>>;

export default async function ReconciliationDayPage(props: {
  params: Params;
  searchParams: Promise<Search>;
}) {
  const { person, words } = await operatorWithWords();
  const page = pageIn(await props.searchParams);
  const run = await findRun((await props.params).id, page);
  return (
    <OperatorPage person={person} section="reconciliation">
      <PageHeader
        title={words.text("reconTitle", { rail: railWord(run.railName, words), day: dayOf(run.day) })}
        purpose={purposeOf(run, words, zoneOf(person))}
      />
      {run.state === "failed" ? (
        <Notice tone="warn" title={words.text("reconFailed", { rail: railWord(run.railName, words) })}>
          {words.text("reconFailedWhat")}
        </Notice>
      ) : (
        <>
          <Section title={words.text("reconDifferences")}>
            {run.total === 0 ? (
              <p className="max-w-[68ch] py-3 text-ink-2">{words.text("reconNoDifference")}</p>
            ) : (
              <Differences run={run} words={words} />
            )}
          </Section>
          <Pages
            {...{ words, page, perPage }}
            total={run.total}
            hrefOf={(other) => addressOf(`${reconciliationPath}/${run.id}`, {}, other)}
          />
          {run.totals.length > 0 ? (
            <Section title={words.text("reconTotals")}>
              <Totals totals={run.totals} rail={railWord(run.railName, words)} words={words} />
            </Section>
          ) : null}
        </>
      )}
    </OperatorPage>
  );
}

async function findRun(id: string, page: number): Promise<Run> {
  const range = { skip: (page - 1) * perPage, take: perPage };
  return found(readReconciliation(systemWorld(), await operatorCaller(), idOf(id), range));
}

function purposeOf(run: Run, words: DashboardWords, timeZone: string): string {
  const at = shown(run.checkedAt.toISOString(), words.lang, timeZone);
  const source = words.text(run.source === "file" ? "reconSource_file" : "reconSource_api", { at });
  if (run.state === "failed" || run.foreign === 0) return run.state === "failed" ? "" : source;
  const foreign = words.text("reconForeign", { count: run.foreign });
  return `${source} ${foreign}`;
}

function Differences({ run, words }: { run: Run; words: DashboardWords }) {
  return (
    <Table
      caption={words.text("reconDifferences")}
      columns={[
        { label: words.text("reconAbout") },
        { label: words.text("reconKind") },
        { label: words.text("reconOurId") },
        { label: words.text("reconRailSays"), onPhone: words.text("reconRailSays"), align: "end" },
        { label: words.text("reconBooksSay"), onPhone: words.text("reconBooksSay"), align: "end" },
      ]}
      rows={run.differences.map((one) => ({ key: String(one.id), cells: cellsOf(one, words) }))}
    />
  );
}

function cellsOf(one: Run["differences"][number], words: DashboardWords) {
  const kind = words.text(`reconKind_${one.kind}`);
  const closed =
    one.closedBy === "system"
      ? words.text("reconClosedItself")
      : words.text("reconClosedBy", { reason: one.reason ?? "" });
  const about = words.text(`reconOp_${one.op}`);
  return [
    one.closedAt ? (
      about
    ) : (
      <a
        key="about"
        href={`${reconciliationPath}/close/${one.id}`}
        className="font-medium underline underline-offset-2"
      >
        {about}
      </a>
    ),
    <span key="kind">
      <StatusMark tone={one.closedAt ? "ended" : "bad"}>{kind}</StatusMark>
      {one.closedAt ? <bdi className="block text-label text-ink-2 wrap-anywhere">{closed}</bdi> : null}
    </span>,
    <code key="id" className="text-label wrap-anywhere">
      {one.ourId}
    </code>,
    sideOf(one.railMinor, one.currency, words),
    sideOf(one.booksMinor, one.currency, words),
  ];
}

function Totals({ totals, rail, words }: { totals: Total[]; rail: string; words: DashboardWords }) {
  const said = words.text("reconSays", { rail });
  return (
    <Table
      caption={words.text("reconTotals")}
      columns={[
        { label: words.text("reconAbout") },
        { label: said, onPhone: said, align: "end" },
        { label: words.text("reconBooksSay"), onPhone: words.text("reconBooksSay"), align: "end" },
      ]}
      rows={totals.map(({ op, currency, railMinor, booksMinor }) => ({
        key: `${op}/${currency}`,
        cells: [
          words.text(`reconOp_${op}`),
          signed(railMinor, currency, words),
          <span key="books" className={railMinor === booksMinor ? "" : "text-bad"}>
            {signed(booksMinor, currency, words)}
          </span>,
        ],
      }))}
    />
  );
}
