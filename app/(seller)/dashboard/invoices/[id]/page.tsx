import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { facts, Press, TextLink } from "@/components/dashboard/pieces";
import { Disclosure, type FactItem, Facts, Section, StatusMark, Timestamp } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { addDays, instantAt } from "@/lib/domain/civil-date";
import { balanceOf, type InvoiceStatus, isHandedOver, payableRange } from "@/lib/domain/invoice";
import { formatMoney } from "@/lib/domain/money";
import { invoiceReminders } from "@/lib/domain/reminder";
import { may } from "@/lib/domain/roles";
import { invoiceFacts, invoiceStatusOf } from "@/lib/resources/invoice";
import { cancelShown, type InvoicePage } from "@/lib/services/billing/invoices/read";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { invoicePath, invoicesPath } from "../../paths";
import { PaymentsSection } from "../../payments-section";
import { Allowed, SellerPage, sellerPage } from "../../seller-page";
import { type AtStore, titledBy } from "../../words";
import { cancelInvoiceAction, markSentAction, sendInvoiceAction, switchRemindersAction } from "../actions";
import { BesidePaper } from "../paper";
import { GivingOut, isGivenOut, Sending } from "../sending";
import { dayText, invoiceMark, invoice as its, ownInvoice, reminderDays } from "../words";

/** Reminders go out at nine in the morning, in the store's zone. */
const hour = 9;

/** It was shared, but on no channel that could carry a reminder. */
function isByHand(invoice: InvoicePage["invoice"]): boolean {
  return isHandedOver(invoice) && invoice.sentBy.length === 0;
}

/** The reminders that were sent, those to come, and the switch that stops them. */
function Reminders({ who, found }: { found: InvoicePage; who: AtStore }) {
  const { words, now } = who;
  const { invoice, store } = found;
  const facts = invoiceFacts(invoice);
  const why = facts.dueOn === null ? "nobodyReminded" : isByHand(invoice) ? "nobodyRemindedByHand" : null;
  if (facts.dueOn === null || why)
    return (
      <Section title={words.text("reminders")}>
        <p className="py-4 text-ink-2">{words.text(why ?? "nobodyReminded")}</p>
      </Section>
    );
  const isOn = invoice.sendsReminders && store.sendsReminders;
  const isOver = facts.sentAt !== null && payableRange(facts) === null;
  const items: FactItem[] = invoiceReminders.map((kind) => {
    const at = instantAt(addDays(facts.dueOn ?? "", reminderDays[kind]), hour, store.timeZone);
    const isSent = invoice.remindersSent.includes(kind);
    const willCome = isOn && !isOver && at > now;
    const state = isSent ? "sent" : willCome ? "toCome" : "notSent";
    return {
      label: words.text(`remind_${kind}`),
      value: words.rich(`reminder_${state}`, {
        at: <Timestamp at={at} timeZone={store.timeZone} locale={words.locale} />,
      }),
    };
  });
  return (
    <Section title={words.text("reminders")} aside={words.text(isOn ? "on" : "off")}>
      <Facts items={items} />
      {store.sendsReminders ? (
        <Press
          action={switchRemindersAction}
          fields={{ id: String(invoice.id), reminders: invoice.sendsReminders ? "off" : "on" }}
          className="mt-4"
        >
          {words.text(invoice.sendsReminders ? "remindersOff" : "remindersOn")}
        </Press>
      ) : (
        <p className="pt-4 text-ink-2">{words.text("offForStore")}</p>
      )}
    </Section>
  );
}

export const generateMetadata = titledBy(async (seller, id) => (await ownInvoice(seller, id)).invoice.number);

export default sellerPage("invoices", async (who, { id }) => {
  const { seller, words, now } = who;
  const found = await ownInvoice(seller, id);
  const { invoice, store, payments } = found;
  const status = invoiceStatusOf(invoice, now);
  const { isKept, ...mark } = invoiceMark(invoice, now, words);
  const isNext = isGivenOut(invoice);
  const sharing = isOwed(status) ? <Sharing {...{ found, who, isKept, isNext }} /> : null;
  return (
    <SellerPage
      {...who}
      here={invoice.number}
      title={invoice.number}
      purpose={<StatusMark {...mark} />}
      actions={
        <>
          {isOwed(status) && status !== "draft" && may(seller.role, "payment.record") ? (
            <ButtonLink href={`${invoicePath(invoice.id)}/payment`}>{words.text("recordPayment")}</ButtonLink>
          ) : null}
          <Allowed seller={seller} act="invoice.change">
            {status === "draft" ? (
              <ButtonLink href={`${invoicePath(invoice.id)}/edit`}>{words.text("edit")}</ButtonLink>
            ) : null}
            <ButtonLink href={`${invoicesPath}/new?from=${invoice.id}`}>{words.text("duplicate")}</ButtonLink>
            <ButtonLink href={`${invoicesPath}/new?from=${invoice.id}&repeat=month`}>
              {words.text("repeatIt")}
            </ButtonLink>
          </Allowed>
        </>
      }
    >
      <BesidePaper
        paper={
          <>
            <Preview found={found} words={words} />
            <PaymentsSection orders={payments.toReversed()} timeZone={store.timeZone} words={words} />
            <Allowed seller={seller} act="invoice.change">
              <Reminders found={found} who={who} />
              <Cancelling found={found} status={status} words={words} />
            </Allowed>
          </>
        }
      >
        <Facts items={factsOf(found, words, isKept)} />
        {isNext ? sharing : null}
        <Allowed seller={seller} act="invoice.change">
          {isOwed(status) ? (
            <Sending
              action={sendInvoiceAction}
              hidden={its.sent(invoice, seller)}
              submit={words.text(invoice.sentAt && !isKept ? "sendAgain" : "sendInvoice")}
              of={invoice}
              edit={status === "draft" ? `${invoicePath(invoice.id)}/edit` : undefined}
              words={words}
            />
          ) : null}
        </Allowed>
        {isNext ? null : sharing}
      </BesidePaper>
    </SellerPage>
  );
});

/** Sharing its link counts as sending it, also for drafts. */
function Sharing(props: { found: InvoicePage; who: AtStore; isKept: boolean; isNext: boolean }) {
  const { found, who, isKept, isNext } = props;
  const { invoice, store } = found;
  const { words, world, seller } = who;
  const { number, token, sentAt, customerPhone: phone } = invoice;
  const url = `${world.config.siteUrl}/invoice/${token}`;
  const total = formatMoney({ minor: invoice.totalMinor, currency: invoice.currency }, words.lang);
  const text = words.text("invoiceShareText", { seller: store.name, number, total, url });
  return (
    <>
      <GivingOut
        label={words.text("pageOfInvoice")}
        {...{ url, text, words, phone, isNext }}
        {...(isKept || !sentAt ? { note: words.text(isKept ? "giveOutKept" : "giveOutMeans") } : {})}
      >
        <ButtonLink href={`/invoice/${token}/pdf`}>{words.text("printPdf")}</ButtonLink>
      </GivingOut>
      {may(seller.role, "invoice.change") && sentAt === null ? (
        <Press action={markSentAction} fields={{ id: String(invoice.id) }} className="pt-3">
          {words.text("markSent")}
        </Press>
      ) : null}
    </>
  );
}

function factsOf({ invoice, store }: InvoicePage, words: DashboardWords, isKept: boolean): FactItem[] {
  const money = (minor: bigint) => formatMoney({ minor, currency: invoice.currency }, words.lang);
  const at = (instant: Date | null) =>
    instant && <Timestamp at={instant} timeZone={store.timeZone} locale={words.locale} />;
  const contacts = [invoice.customerEmail, invoice.customerPhone].filter((text) => text !== null).join(", ");
  return facts(words, {
    customer: <bdi className="wrap-anywhere">{invoice.customerName}</bdi>,
    contact: contacts && <bdi className="wrap-anywhere">{contacts}</bdi>,
    total: money(invoice.totalMinor),
    paidSoFar: money(invoice.paidMinor),
    balance: <strong>{money(balanceOf(invoice))}</strong>,
    parts:
      invoice.allowPartPayment &&
      (invoice.minPartPaymentMinor === null
        ? words.text("mayBeInParts")
        : words.text("partsOfAtLeast", { least: money(invoice.minPartPaymentMinor) })),
    due: invoice.dueOn && dayText(invoice.dueOn, words),
    sentOn: !isKept && at(invoice.sentAt),
    firstViewed: at(invoice.viewedAt),
    paidInFull: at(invoice.paidAt),
    invoiceCancelledOn: at(invoice.cancelledAt),
  });
}

function isOwed(status: InvoiceStatus): boolean {
  return status !== "paid" && status !== "cancelled";
}

interface Part {
  found: InvoicePage;
  status: InvoiceStatus;
  words: DashboardWords;
}

function Preview({ found, words }: { found: InvoicePage; words: DashboardWords }) {
  return (
    <Section title={words.text("asCustomer")}>
      <iframe
        // The key changes with the invoice, so that the frame reloads after a send or a payment.
        key={found.invoice.updatedAt.getTime()}
        title={words.text("previewOf", { number: found.invoice.number })}
        src={`/invoice/preview/${found.invoice.id}`}
        sandbox="allow-same-origin"
        loading="lazy"
        className="mt-4 h-[560px] w-full max-w-[44rem] rounded-sm border border-field bg-sheet"
      />
      <p className="pt-2">
        <TextLink href={`/invoice/preview/${found.invoice.id}`}>{words.text("openAlone")}</TextLink>
      </p>
    </Section>
  );
}

function Cancelling({ found, status, words }: Part) {
  const { invoice } = found;
  if (!isOwed(status)) return null;
  const paid = formatMoney({ minor: invoice.paidMinor, currency: invoice.currency }, words.lang);
  return (
    <Section title={words.text("cancel")}>
      <Disclosure summary={words.text("cancelInvoice")}>
        <ActionForm
          to={{
            action: cancelInvoiceAction,
            fields: {
              id: String(invoice.id),
              seen: sealShown(systemWorld(), `invoice/${invoice.id}/cancel`, cancelShown(invoice)),
            },
          }}
          className="grid max-w-[30rem] gap-2"
        >
          <p>{words.text("cancelInvoiceMeans")}</p>
          {invoice.paidMinor > 0n ? <p>{words.text("cancelKeeps", { paid })}</p> : null}
          <p>{words.text("cancelUnderWay")}</p>
          <div>
            <Button look="danger">{words.text("cancelNumber", { number: invoice.number })}</Button>
          </div>
        </ActionForm>
      </Disclosure>
    </Section>
  );
}
