import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Section } from "@/components/ui/page-header";
import { Table } from "@/components/ui/table";
import { termsOnPaper } from "@/lib/services/billing/invoices/paper";
import { plannedTerms } from "@/lib/services/billing/invoices/plan";

type Planned = Parameters<typeof plannedTerms>[0] & { store: Parameters<typeof termsOnPaper>[0] };

/** What a quote offers and what a schedule invoices: the lines and their sums, as on paper. */
export function PlannedLines({ planned, words }: { planned: Planned; words: DashboardWords }) {
  const { text } = words;
  const terms = plannedTerms(planned);
  const paper = termsOnPaper(planned.store, terms, planned.currency, words.lang);
  const { discount, tax } = paper;
  const taxName = tax && [tax.label ?? text("taxName"), `${tax.rate} %`].join(" ");
  const sums = [
    { label: text("subtotal"), amount: discount || tax ? paper.subtotal : null },
    { label: text("discount"), amount: discount && `−${discount}` },
    { label: taxName ?? "", amount: tax?.amount ?? null },
    { label: text("total"), amount: paper.total },
  ];
  return (
    <Section title={text("lines")}>
      <Table
        caption={text("lines")}
        columns={[
          { label: text("productDescription") },
          { label: text("quantity"), align: "end", onPhone: text("quantity") },
          { label: text("unitPriceIn", { currency: planned.currency }), align: "end", narrow: "hidden" },
          { label: text("amount"), align: "end" },
        ]}
        rows={paper.lines.map((line, position) => ({
          key: String(position),
          cells: [
            <bdi key="what" className="wrap-anywhere">
              {line.description}
            </bdi>,
            line.quantity,
            line.unitPrice,
            <span key="total" className="font-medium">
              {line.total}
            </span>,
          ],
        }))}
      />
      <ul className="ms-auto grid max-w-[24rem] gap-1 pt-3">
        {sums.map(({ label, amount }) =>
          amount ? (
            <li
              key={label}
              className="flex justify-between gap-6 text-ink-2 last:font-semibold last:text-ink"
            >
              <bdi>{label}</bdi>
              <span className="whitespace-nowrap">{amount}</span>
            </li>
          ) : null,
        )}
      </ul>
      {paper.notes ? (
        <p className="max-w-[68ch] pt-3 whitespace-pre-line text-ink-2 wrap-anywhere">
          <bdi>{paper.notes}</bdi>
        </p>
      ) : null}
    </Section>
  );
}
