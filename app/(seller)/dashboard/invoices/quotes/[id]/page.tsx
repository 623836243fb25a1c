import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { facts, TextLink } from "@/components/dashboard/pieces";
import { Disclosure, type FactItem, Facts, Section, StatusMark, Timestamp } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { formatMoney } from "@/lib/domain/money";
import { isOpenQuote, mayEditQuote, mayInvoice, type QuoteStatus } from "@/lib/domain/quote";
import { type QuoteRow, statusOfQuote } from "@/lib/services/billing/quotes/quotes";
import { systemWorld } from "@/lib/services/desk/system-world";
import { invoicePath } from "../../../paths";
import { Allowed, SellerPage, sellerPage } from "../../../seller-page";
import { titledBy } from "../../../words";
import { invoiceQuoteAction, sendQuoteAction, withdrawQuoteAction } from "../../actions";
import { BesidePaper, PlannedPaper } from "../../paper";
import { GivingOut, isGivenOut, Sending } from "../../sending";
import { dayText, quote as its, ownQuote, quoteMark, quotePath, quotesPath } from "../../words";

export const generateMetadata = titledBy(async (seller, id) => (await ownQuote(seller, id)).number);

interface Shown {
  quote: QuoteRow;
  /** What a form about it sends. */
  hidden: Record<string, string>;
  status: QuoteStatus;
  isKept: boolean;
  /** Giving it out is what to do next. */
  isNext: boolean;
  words: DashboardWords;
}

export default sellerPage("invoices", async (who, { id }) => {
  const { seller, words, now } = who;
  const quote = await ownQuote(seller, id);
  const status = statusOfQuote(quote, now);
  const { isKept, ...mark } = quoteMark(quote, now, words);
  const isNext = isGivenOut(quote);
  const shown = { quote, status, words, isKept, isNext, hidden: its.sent(quote, seller) };
  const sharing = isOpenQuote(status) ? <Sharing {...shown} /> : null;
  return (
    <SellerPage
      {...who}
      here={quote.number}
      title={quote.number}
      purpose={<StatusMark {...mark} />}
      actions={
        <Allowed seller={seller} act="invoice.change">
          {mayEditQuote(status) ? (
            <ButtonLink href={`${quotePath(quote.id)}/edit`}>{words.text("edit")}</ButtonLink>
          ) : null}
          <ButtonLink href={`${quotesPath}/new?from=${quote.id}`}>{words.text("duplicate")}</ButtonLink>
        </Allowed>
      }
    >
      <BesidePaper
        paper={
          <PlannedPaper
            planned={quote}
            title={`${words.text("quote")} ${quote.number}`}
            facts={[{ label: words.text("validUntil"), value: dayText(quote.validUntil, words) }]}
            words={words}
          />
        }
      >
        <Facts items={factsOf(shown)} />
        {isNext ? sharing : null}
        <Allowed seller={seller} act="invoice.change">
          {isOpenQuote(status) ? (
            <Sending {...shown} of={quote} action={sendQuoteAction} submit={words.text("quoteSend")} />
          ) : null}
        </Allowed>
        {isNext ? null : sharing}
        <Allowed seller={seller} act="invoice.change">
          <Closing {...shown} />
        </Allowed>
      </BesidePaper>
    </SellerPage>
  );
});

function factsOf({ quote, words, isKept }: Shown): FactItem[] {
  const at = (instant: Date | null) =>
    instant && <Timestamp at={instant} timeZone={quote.store.timeZone} locale={words.locale} />;
  return facts(words, {
    customer: <bdi className="wrap-anywhere">{quote.customerName}</bdi>,
    total: formatMoney({ minor: quote.totalMinor, currency: quote.currency }, words.lang),
    sentOn: !isKept && at(quote.sentAt),
    changedOn: at(quote.changedAt),
    quoteAcceptedBy: quote.acceptedBy && <bdi>{quote.acceptedBy}</bdi>,
    quote_accepted: at(quote.acceptedAt),
    quote_declined: at(quote.declinedAt),
    invoice: quote.invoice && (
      <TextLink href={invoicePath(quote.invoice.id)}>{quote.invoice.number}</TextLink>
    ),
  });
}

function Sharing({ quote: { number, token, store, ...row }, words, isKept, isNext }: Shown) {
  const url = `${systemWorld().config.siteUrl}/quote/${token}`;
  const total = formatMoney({ minor: row.totalMinor, currency: row.currency }, words.lang);
  const text = words.text("quoteShareText", { seller: store.name, number, total, url });
  const note = isKept ? { note: words.text("giveOutKept") } : {};
  const label = words.text("quoteLink");
  return <GivingOut {...{ label, url, text, words, isNext, phone: row.customerPhone, ...note }} />;
}

function Closing({ hidden: fields, status, words }: Shown) {
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
