import { FieldForm } from "@/app/_forms/field-form";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import {
  Disclosure,
  type FactItem,
  Facts,
  PageHeader,
  Section,
  StatusMark,
  Timestamp,
} from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { formatMoney } from "@/lib/domain/money";
import { isOpenQuote, mayEditQuote, mayInvoice, type QuoteStatus } from "@/lib/domain/quote";
import { type QuoteRow, quoteShown, statusOfQuote } from "@/lib/services/billing/quotes/quotes";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { Allowed } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { copyLabels, problemTitles, sellerWithWords, titledBy } from "../../../words";
import { PlannedLines } from "../../planned-lines";
import { dayText, invoicePath } from "../../words";
import { invoiceQuoteAction, sendQuoteAction, withdrawQuoteAction } from "../actions";
import { ownQuote, quotePath, quotesPath, quoteTones } from "../words";

export const generateMetadata = titledBy(async (seller, id) => (await ownQuote(seller, id)).number);

interface Shown {
  quote: QuoteRow;
  status: QuoteStatus;
  words: DashboardWords;
}

export default async function QuotePage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const quote = await ownQuote(seller, (await params).id);
  const status = statusOfQuote(quote, systemWorld().clock.now());
  const shown = { quote, status, words };
  return (
    <SellerPage seller={seller} section="invoices" here={quote.number}>
      <PageHeader
        title={quote.number}
        purpose={<StatusMark tone={quoteTones[status]}>{words.text(`quote_${status}`)}</StatusMark>}
        actions={
          <Allowed seller={seller} act="invoice.change">
            {mayEditQuote(status) ? (
              <ButtonLink href={`${quotePath(quote.id)}/edit`}>{words.text("edit")}</ButtonLink>
            ) : null}
            <ButtonLink href={`${quotesPath}/new?from=${quote.id}`}>{words.text("duplicate")}</ButtonLink>
          </Allowed>
        }
      />
      <Facts items={factsOf(shown)} />
      <PlannedLines planned={quote} words={words} />
      {isOpenQuote(status) ? <GivingOut {...shown} /> : null}
      <Allowed seller={seller} act="invoice.change">
        {isOpenQuote(status) ? <Sending {...shown} /> : null}
        <Closing {...shown} />
      </Allowed>
    </SellerPage>
  );
}

function hiddenOf(quote: QuoteRow) {
  return {
    id: String(quote.id),
    seen: sealShown(systemWorld(), `quote/${quote.id}`, quoteShown(quote)),
  };
}

function factsOf({ quote, words }: Shown): FactItem[] {
  const contacts = [quote.customerEmail, quote.customerPhone].filter((text) => text !== null).join(", ");
  const moment = (label: string, at: Date | null): FactItem[] =>
    at ? [{ label, value: <Timestamp at={at} timeZone={quote.store.timeZone} locale={words.locale} /> }] : [];
  return [
    { label: words.text("customer"), value: <bdi className="wrap-anywhere">{quote.customerName}</bdi> },
    ...(contacts
      ? [{ label: words.text("contact"), value: <bdi className="wrap-anywhere">{contacts}</bdi> }]
      : []),
    {
      label: words.text("total"),
      value: formatMoney({ minor: quote.totalMinor, currency: quote.currency }, words.lang),
    },
    { label: words.text("validUntil"), value: dayText(quote.validUntil, words) },
    ...moment(words.text("sentOn"), quote.sentAt),
    ...moment(words.text("changedOn"), quote.changedAt),
    ...(quote.acceptedBy
      ? [{ label: words.text("quoteAcceptedBy"), value: <bdi>{quote.acceptedBy}</bdi> }]
      : []),
    ...moment(words.text("quote_accepted"), quote.acceptedAt),
    ...moment(words.text("quote_declined"), quote.declinedAt),
    ...(quote.invoice
      ? [
          {
            label: words.text("invoice"),
            value: (
              <a className="underline underline-offset-2" href={invoicePath(quote.invoice.id)}>
                {quote.invoice.number}
              </a>
            ),
          },
        ]
      : []),
  ];
}

function GivingOut({ quote, words }: Shown) {
  const path = `/quote/${quote.token}`;
  const url = systemWorld().config.siteUrl + path;
  const total = formatMoney({ minor: quote.totalMinor, currency: quote.currency }, words.lang);
  const text = words.text("quoteShareText", { seller: quote.store.name, number: quote.number, total, url });
  const phone = quote.customerPhone?.slice(1) ?? "";
  return (
    <Section title={words.text("giveOut")}>
      <div className="grid max-w-[40rem] gap-3 pt-4">
        <CopyField label={words.text("quoteLink")} labels={copyLabels(words)} value={url} />
        <div className="flex flex-wrap gap-2">
          <ButtonLink href={path}>{words.text("openPage")}</ButtonLink>
          <ButtonLink href={`https://wa.me/${phone}?text=${encodeURIComponent(text)}`} rel="noreferrer">
            {words.text("shareWhatsApp")}
          </ButtonLink>
        </div>
      </div>
    </Section>
  );
}

function Sending({ quote, words }: Shown) {
  const { customerEmail, customerPhone } = quote;
  const channels = [
    ...(customerEmail ? [{ value: "email", label: words.text("channel_email"), help: customerEmail }] : []),
    ...(customerPhone ? [{ value: "sms", label: words.text("channel_sms"), help: customerPhone }] : []),
  ];
  return (
    <Section title={words.text(quote.sentAt ? "sendAgain" : "send")}>
      {channels.length === 0 ? (
        <p className="py-4 text-ink-2">{words.text("noAddress")}</p>
      ) : (
        <div className="pt-4">
          <FieldForm
            action={sendQuoteAction}
            submit={words.text("quoteSend")}
            titles={problemTitles(words)}
            hidden={hiddenOf(quote)}
            fields={[
              {
                kind: "boxes",
                name: "channels",
                label: words.text("sendBy"),
                value: channels.map(({ value }) => value),
                options: channels,
              },
            ]}
          />
        </div>
      )}
    </Section>
  );
}

function Closing({ quote, status, words }: Shown) {
  const fields = hiddenOf(quote);
  if (!mayInvoice(status)) return null;
  return (
    <Section title={words.text("quoteMakeInvoice")}>
      <ActionForm to={{ action: invoiceQuoteAction, fields }} className="grid max-w-[30rem] gap-2 py-4">
        <p>{words.text("quoteMakeInvoiceMeans")}</p>
        <div>
          <Button>{words.text("quoteMakeInvoice")}</Button>
        </div>
      </ActionForm>
      {isOpenQuote(status) ? (
        <Disclosure summary={words.text("quoteWithdraw")}>
          <ActionForm to={{ action: withdrawQuoteAction, fields }} className="grid max-w-[30rem] gap-2">
            <p>{words.text("quoteWithdrawMeans")}</p>
            <div>
              <Button look="danger">{words.text("quoteWithdraw")}</Button>
            </div>
          </ActionForm>
        </Disclosure>
      ) : null}
    </Section>
  );
}
