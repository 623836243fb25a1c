import type { ReactNode } from "react";
import type { InvoicePaper, Paper } from "@/lib/domain/invoice-paper";
import { day } from "@/lib/text/dates";
import { civilDay, invoiceStatusWords, taxLabel } from "@/lib/text/invoice-words";
import { PayDocument, PreviewTags } from "./document";
import { Fact, Note, Off, SellerName, Theirs, Written, wordsOf } from "./parts";
import { invoiceCss, payScript } from "./pay-css";
import { PaySection } from "./pay-form";
import type { PayFormProps } from "./pay-form-types";
import type { PayPage, Preview } from "./types";

export type InvoiceViewProps = {
  page: PayPage;
  paper: InvoicePaper;
  /** Null where nothing can be paid. `parts`: parts are accepted, of at least so much. */
  pay: { form: PayFormProps | null; parts: { least: string | null } | null } | "suspended" | null;
  pdfUrl: string;
  preview: Preview;
  /** The picture whose loading marks the invoice viewed; null for visitors who must not mark it. */
  seenUrl: string | null;
  /** What a payer scans to pay at a till. */
  codeUrl?: string | null;
};

/** The invoice as paper, and below it the payment form. The preview of a shared link names no person and no amount. */
export function InvoiceView({ page, paper, pay, pdfUrl, seenUrl, codeUrl, preview }: InvoiceViewProps) {
  const words = wordsOf(page.lang);
  const title = words.text("invoice");
  return (
    <PayDocument
      page={page}
      title={title}
      neutral
      script={payScript}
      head={<Head page={page} preview={preview} />}
    >
      <h1>{words.rich("invoiceTitle", { number: <bdi className="one">{paper.number}</bdi> })}</h1>
      <State page={page} paper={paper} />
      <Owed page={page} paper={paper} pay={pay} />
      {hasAnswer(pay) ? <Pay page={page} pay={pay} /> : null}
      {paper.payments.length > 0 && paper.state === "paid" ? <Payments page={page} paper={paper} /> : null}
      <PaperView page={page} paper={paper} isDone={paper.state === "paid"} />
      {paper.payments.length > 0 && paper.state !== "paid" ? <Payments page={page} paper={paper} /> : null}
      <p className="plain noprint">
        <a href={pdfUrl}>{words.text("docDownloadPdf")}</a>
      </p>
      {pay === null || hasAnswer(pay) ? null : <Pay page={page} pay={pay} />}
      {codeUrl ? <img src={codeUrl} alt={words.text("tillCode")} loading="lazy" /> : null}
      {seenUrl ? <img src={seenUrl} alt="" width="1" height="1" /> : null}
    </PayDocument>
  );
}

/** Who owes what, and the way to the form, before anything is scrolled. */
function Owed({ page, paper, pay }: Pick<InvoiceViewProps, "page" | "paper" | "pay">) {
  const words = wordsOf(page.lang);
  if (pay === null) return null;
  return (
    <>
      <p className="price">{paper.balance}</p>
      <p className="soft">
        {words.text("invoiceTo")} <Theirs>{paper.to.name}</Theirs>
      </p>
      {pay === "suspended" || pay.form === null || hasAnswer(pay) ? null : (
        <p className="act noprint">
          <a className="btn pri" href="#payment">
            {words.text("payButton", { total: paper.balance })}
          </a>
        </p>
      )}
    </>
  );
}

/** The page answers a press of Pay: the form stands first, so that what it says is seen. */
function hasAnswer(pay: InvoiceViewProps["pay"]): pay is PaymentOf {
  if (pay === null || pay === "suspended" || pay.form === null) return false;
  const { problems, confirms, open } = pay.form;
  return problems.length > 0 || confirms || open !== null;
}

type PaymentOf = Exclude<InvoiceViewProps["pay"], "suspended" | null>;

function Pay({ page, pay }: { page: PayPage; pay: NonNullable<InvoiceViewProps["pay"]> }) {
  const words = wordsOf(page.lang);
  if (pay === "suspended")
    return (
      <Note tone="warn" title={words.text("suspendedTitle")}>
        {words.text("suspendedText")}
      </Note>
    );
  return (
    <section className="noprint" id="payment">
      <h2>{words.text("payInvoice")}</h2>
      {pay.parts ? (
        <p>
          {pay.parts.least ? words.text("payPartText", { min: pay.parts.least }) : words.text("payPartAny")}
        </p>
      ) : null}
      <PaySection page={page} form={pay.form} />
    </section>
  );
}

function Head({ page, preview }: Pick<InvoiceViewProps, "page" | "preview">) {
  return (
    <>
      <style nonce={page.nonce} dangerouslySetInnerHTML={{ __html: invoiceCss }} />
      <PreviewTags page={page} preview={preview} />
    </>
  );
}

const looks = {
  draft: { shape: "○", look: "m-end" },
  open: { shape: "◆", look: "m-warn" },
  overdue: { shape: "■", look: "m-bad" },
  paid: { shape: "●", look: "m-ok" },
  cancelled: { shape: "○", look: "m-end" },
} as const;

function State({ page, paper }: { page: PayPage; paper: InvoicePaper }) {
  const { shape, look } = looks[paper.state];
  const sentence = stateSentence(page, paper);
  return (
    <>
      <p className={`mark ${look}`}>
        <span aria-hidden="true">{shape}</span> {invoiceStatusWords(page, paper)}
      </p>
      {sentence ? <p className="text">{sentence}</p> : null}
    </>
  );
}

function stateSentence(page: PayPage, paper: InvoicePaper): ReactNode {
  const words = wordsOf(page.lang);
  if (paper.state === "paid" && paper.paidAt)
    return words.text("invoicePaidOn", { date: day(page, paper.paidAt) });
  if (paper.state !== "cancelled" || !paper.cancelledAt) return null;
  const cancelled = words.text("invoiceCancelledOn", { date: day(page, paper.cancelledAt) });
  if (!paper.paid) return cancelled;
  const seller = <SellerName page={page} />;
  return (
    <>
      {cancelled} {words.rich("invoiceCancelledKept", { amount: paper.paid, seller })}
    </>
  );
}

export function PaperView({ page, paper, isDone }: { page: PayPage; paper: Paper; isDone: boolean }) {
  const words = wordsOf(page.lang);
  const { from, to } = paper;
  return (
    <section className={isDone ? "paper done" : "paper"}>
      <div className="sides">
        <Side label={words.text("invoiceFrom")} name={from.name}>
          {[from.address, from.phone, from.email]}
        </Side>
        <Side label={words.text("invoiceTo")} name={to.name}>
          {[to.email, to.phone]}
        </Side>
      </div>
      {paper.issuedOn || paper.dueOn || from.taxNumber ? (
        <dl className="facts">
          {paper.issuedOn ? (
            <Fact label={words.text("invoiceIssued")}>{civilDay(page, paper.issuedOn)}</Fact>
          ) : null}
          {paper.dueOn ? <Fact label={words.text("invoiceDue")}>{civilDay(page, paper.dueOn)}</Fact> : null}
          {from.taxNumber ? <Fact label={words.text("invoiceTaxNumber")} theirs={from.taxNumber} /> : null}
        </dl>
      ) : null}
      <h2>{words.text("invoiceLines")}</h2>
      <ol className="list">
        {paper.lines.map((line, index) => (
          <li key={index}>
            <span>
              <Theirs>{line.description}</Theirs>
            </span>
            <b>{line.total}</b>
            <span className="soft">
              {line.quantity} × {line.unitPrice}
            </span>
          </li>
        ))}
      </ol>
      <Totals page={page} paper={paper} />
      {paper.notes ? (
        <>
          <h2>{words.text("invoiceNotes")}</h2>
          <Written look="keep" text={paper.notes} />
        </>
      ) : null}
    </section>
  );
}

function Side({ label, name, children }: { label: string; name: string; children: (string | null)[] }) {
  return (
    <div>
      <p className="soft">{label}</p>
      <p className="name">
        <Theirs>{name}</Theirs>
      </p>
      {children.map((text) =>
        text ? (
          <p key={text} className="keep">
            <Theirs>{text}</Theirs>
          </p>
        ) : null,
      )}
    </div>
  );
}

function Totals({ page, paper }: { page: PayPage; paper: Paper }) {
  const words = wordsOf(page.lang);
  const { tax, discount, paid, balance } = paper;
  return (
    <dl className="facts">
      {tax || discount ? <Fact label={words.text("invoiceSubtotal")}>{paper.subtotal}</Fact> : null}
      {discount ? (
        <Fact label={words.text("invoiceDiscount")}>
          <Off amount={discount} />
        </Fact>
      ) : null}
      {tax ? <Fact label={taxLabel(page, tax)}>{tax.amount}</Fact> : null}
      {balance === null ? null : <Fact label={words.text("invoiceTotal")}>{paper.total}</Fact>}
      {paid ? <Fact label={words.text("invoicePaidSoFar")}>{paid}</Fact> : null}
      <div className="due">
        <dt>{words.text(balance === null ? "invoiceTotal" : "invoiceBalance")}</dt>
        <dd>{balance ?? paper.total}</dd>
      </div>
    </dl>
  );
}

const backWords = { fully: "docRefunded", partly: "docPartRefunded", taken_back: "docTakenBack" } as const;

function Payments({ page, paper }: { page: PayPage; paper: InvoicePaper }) {
  const words = wordsOf(page.lang);
  return (
    <>
      <h2>{words.text("payments")}</h2>
      <ul className="list">
        {paper.payments.map((payment) => (
          <li key={payment.receiptUrl}>
            <span>
              <a href={payment.receiptUrl}>
                {words.text("docReceipt")}, {day(page, payment.paidAt)}
              </a>
            </span>
            <b>{payment.amount}</b>
            {payment.refunded === "no" ? null : (
              <span className="soft">{words.text(backWords[payment.refunded])}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
