import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ActionForm } from "@/components/dashboard/action-form";
import { PaymentList } from "@/components/dashboard/payment-list";
import { Button, ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { Disclosure } from "@/components/ui/disclosure";
import { type FactItem, Facts } from "@/components/ui/facts";
import { PageHeader, Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { Timestamp } from "@/components/ui/timestamp";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import type { InvoiceStatus } from "@/lib/domain/invoice";
import { formatMoney } from "@/lib/domain/money";
import { NotFound } from "@/lib/domain/refusal";
import { may } from "@/lib/domain/roles";
import { invoiceStatusOf } from "@/lib/resources/invoice";
import { type InvoicePage, readInvoiceForSeller } from "@/lib/services/invoices/read";
import { systemWorld } from "@/lib/services/system-world";
import { Allowed } from "../../allowed";
import { listedPayment } from "../../payments-of";
import { SellerPage } from "../../seller-page";
import { cancelInvoiceAction, sendInvoiceAction } from "../actions";
import { dayText, invoicePath, invoiceStatusWords } from "../words";
import { Reminders } from "./reminders";
import { SendForm } from "./send-form";

export const metadata: Metadata = { title: "Invoice" };

export default async function InvoiceDetailPage({ params }: { params: Promise<{ id: string }> }) {
  const seller = await currentSeller();
  const found = await ownInvoice(seller, (await params).id);
  const { invoice, store, payments } = found;
  const now = systemWorld().clock.now();
  const status = invoiceStatusOf(invoice, now);
  const { tone, word } = invoiceStatusWords[status];
  return (
    <SellerPage seller={seller} section="invoices" here={invoice.number}>
      <PageHeader
        title={invoice.number}
        purpose={<StatusMark tone={tone}>{word}</StatusMark>}
        actions={
          <>
            <ButtonLink href={`/invoice/preview/${invoice.id}/pdf`}>PDF</ButtonLink>
            {status === "draft" && may(seller.role, "invoice.change") ? (
              <ButtonLink href={`${invoicePath(invoice.id)}/edit`}>Edit</ButtonLink>
            ) : null}
          </>
        }
      />
      <Facts items={factsOf(found)} />
      {invoice.sentAt ? (
        <div className="mt-6 max-w-[40rem]">
          <CopyField
            label="Page of the invoice"
            value={`${systemWorld().config.siteUrl}/invoice/${invoice.token}`}
          />
        </div>
      ) : null}
      <Allowed seller={seller} act="invoice.change">
        <Sending found={found} status={status} />
      </Allowed>
      <Preview found={found} />
      <Section title="Payments">
        <PaymentList payments={payments.map(listedPayment)} timeZone={store.timeZone} />
      </Section>
      <Allowed seller={seller} act="invoice.change">
        <Reminders found={found} now={now} />
        <Cancelling found={found} status={status} />
      </Allowed>
    </SellerPage>
  );
}

async function ownInvoice(seller: CurrentSeller, id: string): Promise<InvoicePage> {
  const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0;
  try {
    return await readInvoiceForSeller(systemWorld(), seller.caller(true), number);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}

function factsOf({ invoice, store }: InvoicePage): FactItem[] {
  const money = (minor: bigint) => formatMoney({ minor, currency: invoice.currency });
  const moment = (label: string, at: Date | null): FactItem[] =>
    at ? [{ label, value: <Timestamp at={at} timeZone={store.timeZone} /> }] : [];
  const contacts = [invoice.customerEmail, invoice.customerPhone].filter((text) => text !== null).join(", ");
  return [
    { label: "Customer", value: <bdi className="wrap-anywhere">{invoice.customerName}</bdi> },
    ...(contacts ? [{ label: "Contact", value: <bdi className="wrap-anywhere">{contacts}</bdi> }] : []),
    { label: "Total", value: money(invoice.totalMinor) },
    { label: "Paid", value: money(invoice.paidMinor) },
    { label: "Balance", value: <strong>{money(invoice.totalMinor - invoice.paidMinor)}</strong> },
    ...(invoice.allowPartPayment
      ? [
          {
            label: "Parts",
            value:
              invoice.minPartPaymentMinor === null
                ? "May be paid in parts"
                : `At least ${money(invoice.minPartPaymentMinor)} each`,
          },
        ]
      : []),
    ...(invoice.dueOn ? [{ label: "Due", value: dayText(invoice.dueOn) }] : []),
    ...moment("Sent", invoice.sentAt),
    ...moment("First viewed", invoice.viewedAt),
    ...moment("Paid in full", invoice.paidAt),
    ...moment("Cancelled", invoice.cancelledAt),
  ];
}

function Sending({ found, status }: { found: InvoicePage; status: InvoiceStatus }) {
  const { invoice } = found;
  if (status === "paid" || status === "cancelled") return null;
  const channels = [
    ...(invoice.customerEmail ? [{ value: "email", label: "E-mail", help: invoice.customerEmail }] : []),
    ...(invoice.customerPhone ? [{ value: "sms", label: "SMS", help: invoice.customerPhone }] : []),
  ];
  return (
    <Section title={invoice.sentAt ? "Send again" : "Send"}>
      {channels.length === 0 ? (
        <p className="py-4 text-ink-2">
          There is neither an e-mail address nor a phone number to send it to. Edit the draft, or write a new
          invoice with one.
        </p>
      ) : (
        <SendForm
          action={sendInvoiceAction}
          id={String(invoice.id)}
          channels={channels}
          submit={invoice.sentAt ? "Send again" : "Send the invoice"}
        />
      )}
    </Section>
  );
}

function Preview({ found }: { found: InvoicePage }) {
  return (
    <Section title="As your customer sees it">
      <iframe
        title={`Preview of ${found.invoice.number}`}
        src={`/invoice/preview/${found.invoice.id}`}
        sandbox="allow-same-origin"
        loading="lazy"
        className="mt-4 h-[560px] w-full max-w-[44rem] rounded-sm border border-field bg-sheet"
      />
      <p className="pt-2">
        <a className="underline underline-offset-2" href={`/invoice/preview/${found.invoice.id}`}>
          Open it on its own
        </a>
      </p>
    </Section>
  );
}

function Cancelling({ found, status }: { found: InvoicePage; status: InvoiceStatus }) {
  const { invoice } = found;
  if (status === "paid" || status === "cancelled") return null;
  const paid = formatMoney({ minor: invoice.paidMinor, currency: invoice.currency });
  return (
    <Section title="Cancel">
      <Disclosure summary="Cancel this invoice">
        <ActionForm
          to={{ action: cancelInvoiceAction, fields: { id: String(invoice.id) } }}
          className="grid max-w-[30rem] gap-2"
        >
          <p>
            Nobody can pay it afterwards, its page says that nothing is owed, and reminders stop. It cannot be
            undone; its number stays used.
          </p>
          {invoice.paidMinor > 0n ? (
            <p>{paid} was paid already and stays with you. We ask you whether to give it back.</p>
          ) : null}
          <p>A payment that is under way now is still recorded, and you are told.</p>
          <div>
            <Button look="danger">Cancel {invoice.number}</Button>
          </div>
        </ActionForm>
      </Disclosure>
    </Section>
  );
}
