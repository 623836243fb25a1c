import { FieldForm } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import { pageLabels, problemTitles } from "@/app/(seller)/dashboard/words";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { PageHeader, Section } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { correctable } from "@/lib/domain/correction";
import { currencies, formatMoney } from "@/lib/domain/money";
import { composeUuid } from "@/lib/domain/uuid";
import { type CorrectionLine, listCorrections } from "@/lib/services/desk/operator/corrections/read";
import { railKinds } from "@/lib/services/desk/rails/registry";
import { systemWorld } from "@/lib/services/desk/system-world";
import { OperatorPage } from "../operator-page";
import { hrefOf, pageOf, readSearch, type Search } from "../search-of";
import { operatorWords, titledForOperator } from "../words";
import { proposeCorrectionAction } from "./actions";
import { accountWord, correctionsPath, correctionTones } from "./paths";

export const generateMetadata = titledForOperator("opsCorrections");

const perPage = 25;

export default async function CorrectionsPage({ searchParams }: { searchParams: Search }) {
  const person = await currentOperator();
  const words = operatorWords(person);
  const one = readSearch(await searchParams);
  const page = pageOf(one);
  const world = systemWorld();
  const { rows, total, hasOther } = await listCorrections(world, await operatorCaller(), {
    skip: (page - 1) * perPage,
    take: perPage,
  });
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  return (
    <OperatorPage person={person} section="corrections">
      <PageHeader title={words.text("opsCorrections")} purpose={words.text("correctionsPurpose")} />
      {rows.length === 0 ? (
        <EmptyState sentence={words.text("noCorrections")} />
      ) : (
        <CorrectionTable rows={rows} words={words} />
      )}
      <Pagination
        page={page}
        lastPage={lastPage}
        total={total}
        labels={pageLabels(words, page, lastPage, total)}
        hrefOf={(other) => hrefOf(correctionsPath, { page: other })}
      />
      <Section title={words.text("correctionPropose")}>
        {hasOther ? (
          <div className="pt-4">
            <FieldForm
              action={proposeCorrectionAction}
              hidden={{ id: composeUuid(world.random.bytes(16)) }}
              fields={fieldsOf(one("store"), words)}
              titles={problemTitles(words)}
              submit={words.text("correctionProposeDo")}
            />
          </div>
        ) : (
          <div className="pt-4">
            <Notice tone="info" title={words.text("correctionAlone")}>
              {words.text("correctionAlone_what", { command: secondOperator })}
            </Notice>
          </div>
        )}
      </Section>
    </OperatorPage>
  );
}

const secondOperator = 'npm run operator -- name@example.com "Their name"';

function CorrectionTable({ rows, words }: { rows: CorrectionLine[]; words: DashboardWords }) {
  return (
    <Table
      caption={words.text("opsCorrections")}
      columns={[
        { label: words.text("amount") },
        { label: words.text("endpointState") },
        { label: words.text("correctionFrom"), onPhone: words.text("correctionFrom") },
        { label: words.text("correctionTo"), onPhone: words.text("correctionTo") },
        { label: words.text("store") },
        { label: words.text("correctionProposedAt") },
      ]}
      rows={rows.map((row) => ({ key: row.id, cells: cellsOf(row, words) }))}
    />
  );
}

function cellsOf(row: CorrectionLine, words: DashboardWords) {
  return [
    <a
      key="amount"
      href={`${correctionsPath}/${row.id}`}
      className="font-medium underline underline-offset-2"
    >
      {formatMoney({ minor: row.amountMinor, currency: row.currency })}
    </a>,
    <StatusMark key="state" tone={correctionTones[row.state]}>
      {words.text(`correction_${row.state}`)}
    </StatusMark>,
    accountWord(row.from, words),
    accountWord(row.to, words),
    <bdi key="store">{row.store?.name ?? words.text("none")}</bdi>,
    <Timestamp key="since" at={row.proposedAt} timeZone="UTC" locale={words.locale} />,
  ];
}

function fieldsOf(store: string, words: DashboardWords): FieldSpec[] {
  const accounts = correctable.map((kind) => ({ value: kind, label: accountWord(kind, words) }));
  return [
    { kind: "select", name: "from", label: words.text("correctionFrom"), options: accounts },
    {
      ...{ kind: "select", name: "to", label: words.text("correctionTo"), options: accounts },
      help: words.text("correctionTo_help"),
      value: "fee_income",
    },
    { kind: "text", name: "amount", label: words.text("amount"), inputMode: "decimal" },
    {
      ...{ kind: "select", name: "currency", label: words.text("currency"), value: "KES" },
      options: currencies.map((code) => ({ value: code, label: code })),
    },
    {
      ...{ kind: "text", name: "store", label: words.text("correctionStore") },
      help: words.text("correctionStore_help"),
      value: /^[1-9]\d{0,8}$/.test(store) ? store : "",
    },
    {
      ...{ kind: "select", name: "rail", label: words.text("provider"), value: "" },
      help: words.text("correctionRail_help"),
      options: [
        { value: "", label: words.text("none") },
        ...railKinds.map(({ id, name }) => ({ value: id, label: name })),
        { value: "sandbox", label: words.text("correctionSandbox") },
      ],
    },
    {
      ...{ kind: "area", name: "reason", label: words.text("whyDone") },
      help: words.text("correctionReason_help"),
    },
  ];
}
