import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Section } from "@/components/ui/blocks";
import { plannedTerms } from "@/lib/services/billing/invoices/draft";
import { termsOnPaper } from "@/lib/services/billing/invoices/paper";

type Planned = Parameters<typeof plannedTerms>[0] & { store: Parameters<typeof termsOnPaper>[0] };

/** What a quote offers and what a schedule invoices: the lines and their sums, as on paper. */
export function PlannedLines({ planned, words }: { planned: Planned; words: DashboardWords }) {
  const { text, lang, locale } = words;
  const paper = termsOnPaper(planned.store, plannedTerms(planned), planned.currency, lang);
  const { discount, tax } = paper;
  const taxWord = text("tax").replace(/^./, (letter) => letter.toLocaleUpperCase(locale));
  const sums = [
    { label: text("subtotal"), amount: discount || tax ? paper.subtotal : null },
    { label: text("discount"), amount: discount && `−${discount}` },
    { label: tax ? `${tax.label ?? taxWord} ${tax.rate} %` : "", amount: tax?.amount ?? null },
    { label: text("total"), amount: paper.total },
  ];
  return (
    <Section title={text("lines")}>
      <div className="max-w-[44rem]">
        <ul>
          {paper.lines.map((line, position) => (
            // Two lines may say the same.
            <li
              key={position}
              className="flex items-baseline justify-between gap-6 border-b border-rule py-2.5"
            >
              <span className="min-w-0">
                <bdi className="wrap-anywhere">{line.description}</bdi>
                <span className="block text-label text-ink-2">{`${line.quantity} × ${line.unitPrice}`}</span>
              </span>
              <span className="font-medium whitespace-nowrap">{line.total}</span>
            </li>
          ))}
        </ul>
        <ul className="grid gap-1 pt-3">
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
      </div>
    </Section>
  );
}
