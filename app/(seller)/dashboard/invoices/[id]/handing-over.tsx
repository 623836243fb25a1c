import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Press } from "@/components/dashboard/pieces";
import { Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { formatMoney } from "@/lib/domain/money";
import type { InvoicePage } from "@/lib/services/billing/invoices/read";
import { ShareBar } from "../../share-bar";
import { markSentAction } from "../actions";

interface Props {
  found: InvoicePage;
  siteUrl: string;
  /** Whether this person may change invoices. */
  mayMark: boolean;
  words: DashboardWords;
}

/** Sharing it without our channels: its link, a chat, paper. Sharing the link counts as sending, also for drafts. */
export function HandingOver({ found, siteUrl, mayMark, words }: Props) {
  const { invoice, store } = found;
  const path = `/invoice/${invoice.token}`;
  const url = siteUrl + path;
  const total = formatMoney({ minor: invoice.totalMinor, currency: invoice.currency }, words.lang);
  const text = words.text("invoiceShareText", { seller: store.name, number: invoice.number, total, url });
  return (
    <Section title={words.text("giveOut")}>
      <div className="grid gap-3 pt-4">
        {invoice.sentAt ? null : <p className="max-w-[68ch] text-ink-2">{words.text("giveOutMeans")}</p>}
        <ShareBar
          label={words.text("pageOfInvoice")}
          {...{ url, text, words, phone: invoice.customerPhone, codesOf: null }}
        >
          <ButtonLink href={`${path}/pdf`}>{words.text("printPdf")}</ButtonLink>
        </ShareBar>
        {mayMark && invoice.sentAt === null ? (
          <Press action={markSentAction} fields={{ id: String(invoice.id) }}>
            {words.text("markSent")}
          </Press>
        ) : null}
      </div>
    </Section>
  );
}
