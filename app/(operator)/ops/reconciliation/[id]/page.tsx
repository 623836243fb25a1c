import { addressOf, pageIn, type Search } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { ListTable, Pages } from "@/app/_lists/list-view";
import { shown } from "@/app/(seller)/dashboard/tasks/task-words";
import { found } from "@/app/service-name";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Notice, PageHeader, Section, StatusMark } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import { dayOf } from "@/lib/domain/reconciliation";
import type { Total } from "@/lib/services/desk/reconciliation/compare-day";
import { readReconciliation } from "@/lib/services/desk/reconciliation/read";
import { bigIdOf, reconciliationPath, titledForOperator } from "../../desk";
import { operatorPage } from "../../operator-page";
import { railWord, sideOf, signed } from "../amounts";

const perPage = 50;

type Run = Awaited<ReturnType<typeof readReconciliation>>;

const columns: Column<Run["differences"][number]>[] = [
  {
    label: "reconAbout",
    cell: ({ id, op, closedAt }, { words }) => {
      const about = words.text(`reconOp_${op}`);
      if (closedAt) return about;
      return (
        <a href={`${reconciliationPath}/close/${id}`} className="font-medium underline underline-offset-2">
          {about}
        </a>
      );
    },
  },
  {
    label: "reconKind",
    cell: ({ kind, closedAt, closedBy, reason }, { words }) => (
      <span>
        <StatusMark tone={closedAt ? "ended" : "bad"} word={words.text(`reconKind_${kind}`)} />
        {closedAt ? (
          <bdi className="block text-label text-ink-2 wrap-anywhere">
            {closedBy === "system"
              ? words.text("reconClosedItself")
              : words.text("reconClosedBy", { reason: reason ?? "" })}
          </bdi>
        ) : null}
      </span>
    ),
  },
  { label: "reconOurId", cell: ({ ourId }) => <code className="text-label wrap-anywhere">{ourId}</code> },
  {
    ...{ label: "reconRailSays", onPhone: true, align: "end" },
    cell: ({ railMinor, currency }, { words }) => sideOf(railMinor, currency, words),
  },
  {
    ...{ label: "reconBooksSay", onPhone: true, align: "end" },
    cell: ({ booksMinor, currency }, { words }) => sideOf(booksMinor, currency, words),
  },
];

export const generateMetadata = titledForOperator("opsReconciliation");

interface Place {
  params: Promise<{ id: string }>;
  searchParams: Promise<Search>;
}

export default operatorPage("reconciliation", async (who, { params, searchParams }: Place) => {
  const { world, operator, words } = who;
  const page = pageIn(await searchParams);
  const range = { skip: (page - 1) * perPage, take: perPage };
  const run = await found(readReconciliation(world, operator, bigIdOf((await params).id), range));
  const rail = railWord(run.railName, words);
  const title = words.text("reconDifferences");
  return (
    <>
      <PageHeader
        title={words.text("reconTitle", { rail, day: dayOf(run.day) })}
        purpose={purposeOf(run, words, who.timeZone)}
      />
      {run.state === "failed" ? (
        <Notice tone="warn" title={words.text("reconFailed", { rail })}>
          {words.text("reconFailedWhat")}
        </Notice>
      ) : (
        <>
          <Section title={title}>
            {run.total === 0 ? (
              <p className="max-w-[68ch] py-3 text-ink-2">{words.text("reconNoDifference")}</p>
            ) : (
              <ListTable
                caption={title}
                columns={columns}
                rows={run.differences}
                keyOf={({ id }) => String(id)}
                who={who}
              />
            )}
          </Section>
          <Pages
            {...{ words, page, perPage }}
            total={run.total}
            hrefOf={(other) => addressOf(`${reconciliationPath}/${run.id}`, {}, other)}
          />
          {run.totals.length > 0 ? (
            <Section title={words.text("reconTotals")}>
              <Totals totals={run.totals} rail={rail} words={words} />
            </Section>
          ) : null}
        </>
      )}
    </>
  );
});

function purposeOf(run: Run, words: DashboardWords, timeZone: string): string {
  const at = shown(run.checkedAt.toISOString(), words.lang, timeZone);
  const source = words.text(run.source === "file" ? "reconSource_file" : "reconSource_api", { at });
  if (run.state === "failed" || run.foreign === 0) return run.state === "failed" ? "" : source;
  const foreign = words.text("reconForeign", { count: run.foreign });
  return `${source} ${foreign}`;
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
