import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button, ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { Section } from "@/components/ui/page-header";
import { formatMoney } from "@/lib/domain/money";
import type { InvoicePage } from "@/lib/services/billing/invoices/read";
import { copyLabels } from "../../words";
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
  const phone = invoice.customerPhone?.slice(1) ?? "";
  return (
    <Section title={words.text("giveOut")}>
      <div className="grid max-w-[40rem] gap-3 pt-4">
        {invoice.sentAt ? null : <p className="text-ink-2">{words.text("giveOutMeans")}</p>}
        <CopyField label={words.text("pageOfInvoice")} labels={copyLabels(words)} value={url} />
        <div className="flex flex-wrap gap-2">
          <ButtonLink href={path}>{words.text("openPage")}</ButtonLink>
          <ButtonLink href={`https://wa.me/${phone}?text=${encodeURIComponent(text)}`} rel="noreferrer">
            {words.text("shareWhatsApp")}
          </ButtonLink>
          <ButtonLink href={`${path}/pdf`}>{words.text("printPdf")}</ButtonLink>
        </div>
        {mayMark && invoice.sentAt === null ? (
          <ActionForm to={{ action: markSentAction, fields: { id: String(invoice.id) } }}>
            <Button>{words.text("markSent")}</Button>
          </ActionForm>
        ) : null}
      </div>
    </Section>
  );
}
