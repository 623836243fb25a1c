import type { ReactNode } from "react";
import type { Column } from "@/app/_lists/list";
import { RowLink } from "@/app/_lists/list-view";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { StatusMark, type StatusTone } from "@/components/ui/blocks";
import { plannedTerms } from "@/lib/services/billing/invoices/draft";
import { termsOnPaper } from "@/lib/services/billing/invoices/paper";
import type { QuoteRow } from "@/lib/services/billing/quotes/quotes";
import type { RecurringRow } from "@/lib/services/billing/recurring/recurring";

/** What is to be known and done stands beside the paper where there is room, else above it. */
export function BesidePaper({ paper, children }: { paper: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0 xl:sticky xl:top-6 xl:order-last xl:self-start">{children}</div>
      <div className="min-w-0">{paper}</div>
    </div>
  );
}

/** What a quote offers and what a schedule invoices, as on paper. */
export function PlannedPaper({ planned, ...head }: { planned: QuoteRow | RecurringRow } & Head) {
  const { store, currency, customerEmail, customerPhone } = planned;
  return (
    <div className="max-w-[44rem] rounded-sm border border-rule bg-sheet p-5">
      <PaperSheet
        {...head}
        to={[planned.customerName, customerEmail, customerPhone]}
        paper={termsOnPaper(store, plannedTerms(planned), currency, head.words.lang)}
      />
    </div>
  );
}

/** The first columns of both lists: its number, whom it is for, and how it stands. */
export function paperColumns<Row extends { id: number; number: string; customerName: string }>(
  pathOf: (id: number) => string,
  markOf: (row: Row, now: Date, words: DashboardWords) => { tone: StatusTone; word: string },
): Column<Row>[] {
  return [
    { label: "invoiceNumber", cell: ({ id, number }) => <RowLink href={pathOf(id)}>{number}</RowLink> },
    { label: "customer", cell: ({ customerName }) => <bdi className="wrap-anywhere">{customerName}</bdi> },
    { label: "status", cell: (row, { now, words }) => <StatusMark {...markOf(row, now, words)} /> },
  ];
}

interface Head {
  title: string;
  /** When it is to be paid, or until when it is valid. */
  facts: { label: string; value: ReactNode }[];
  words: DashboardWords;
}

/** Who sends it to whom, the lines and their sums, as on paper. */
export function PaperSheet(props: Head & { to: (string | null)[]; paper: ReturnType<typeof termsOnPaper> }) {
  const { title, facts, to, paper, words } = props;
  const { text, locale } = words;
  const { discount, tax, from } = paper;
  const taxWord = text("tax").replace(/^./, (letter) => letter.toLocaleUpperCase(locale));
  const sums = [
    { label: text("subtotal"), amount: discount || tax ? paper.subtotal : null },
    { label: text("discount"), amount: discount && `−${discount}` },
    { label: tax ? `${tax.label ?? taxWord} ${tax.rate} %` : "", amount: tax?.amount ?? null },
  ];
  return (
    <div className="grid gap-4">
      <div className="flex items-start justify-between gap-6">
        <Who of={[from.name, from.address, from.phone]} />
        <p className="shrink-0 text-ink-2">{title}</p>
      </div>
      <div className="flex items-start justify-between gap-6">
        <Who label={text("customer")} of={to} />
        <dl className="grid shrink-0 gap-1 text-end text-label">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-ink-2">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ul className="border-t-2 border-ink">
        {paper.lines.map((line, position) => (
          // Two lines may say the same.
          <li key={position} className="flex items-baseline justify-between gap-6 border-b border-rule py-2">
            <span className="min-w-0">
              <bdi className="wrap-anywhere">{line.description}</bdi>
              <span className="block text-label text-ink-2">{`${line.quantity} × ${line.unitPrice}`}</span>
            </span>
            <span className="font-medium whitespace-nowrap">{line.total}</span>
          </li>
        ))}
      </ul>
      <ul className="grid gap-1">
        {sums.map(({ label, amount }) =>
          amount ? (
            <li key={label} className="flex justify-between gap-6 text-ink-2">
              <bdi>{label}</bdi>
              <span className="whitespace-nowrap">{amount}</span>
            </li>
          ) : null,
        )}
        <li className="flex justify-between gap-6 text-section font-semibold">
          <span>{text("total")}</span>
          <span data-total className="whitespace-nowrap">
            {paper.total}
          </span>
        </li>
      </ul>
      {paper.notes ? (
        <p className="max-w-[68ch] whitespace-pre-line text-ink-2 wrap-anywhere">
          <bdi>{paper.notes}</bdi>
        </p>
      ) : null}
    </div>
  );
}

/** A name, and below it how they are reached. */
function Who({ label, of: [name, ...ways] }: { label?: string; of: (string | null)[] }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      {label ? <p className="text-label text-ink-2">{label}</p> : null}
      <p className="font-semibold">
        <bdi>{name}</bdi>
      </p>
      {ways.map((way) =>
        way ? (
          <p key={way} className="text-label whitespace-pre-line text-ink-2">
            <bdi>{way}</bdi>
          </p>
        ) : null,
      )}
    </div>
  );
}
