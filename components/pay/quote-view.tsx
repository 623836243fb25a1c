import type { ReactNode } from "react";
import type { Paper } from "@/lib/domain/invoice-paper";
import type { QuoteStatus } from "@/lib/domain/quote";
import { day } from "@/lib/text/dates";
import { civilDay } from "@/lib/text/invoice-words";
import { PayDocument } from "./document";
import { TextField } from "./fields";
import { PaperView } from "./invoice-view";
import { HiddenFields, Note, Press, SellerName, wordsOf } from "./parts";
import { invoiceCss } from "./pay-css";
import type { PayPage } from "./types";

/** A quote as its customer sees it. `isOpen`: it can be answered. */
export type QuoteViewProps = {
  page: PayPage;
  number: string;
  paper: Paper;
  validUntil: Date;
  status: QuoteStatus;
  accepted: { by: string; at: Date } | null;
  declinedAt: Date | null;
  /** Null where nobody can answer. */
  form: { action: string; name: string; seen: string; isNameMissing: boolean; isChanged: boolean } | null;
  /** Null while there is none. */
  invoiceUrl: string | null;
};

/** A quote as paper, and below it its customer's answer. The preview of a shared link names no person and no amount. */
export function QuoteView(props: QuoteViewProps) {
  const { page, number, paper, status, form, invoiceUrl } = props;
  const words = wordsOf(page.lang);
  const isOver = form === null;
  const css = <style nonce={page.nonce} dangerouslySetInnerHTML={{ __html: invoiceCss }} />;
  return (
    <PayDocument page={page} title={words.text("quoteTitle", { number: "" }).trim()} neutral head={css}>
      <h1>{words.rich("quoteTitle", { number: <bdi>{number}</bdi> })}</h1>
      <p className={`mark ${status === "accepted" ? "m-ok" : isOver ? "m-end" : "m-warn"}`} role="status">
        <span aria-hidden="true">{status === "accepted" ? "●" : isOver ? "○" : "◆"}</span> {stateOf(props)}
      </p>
      {form?.isChanged ? (
        <Note tone="warn" title={words.text("quoteChanged", { seller: page.seller?.name ?? "" })} />
      ) : null}
      {invoiceUrl ? (
        <p className="act">
          <a href={invoiceUrl} className="btn pri">
            {words.text("quoteToInvoice")}
          </a>
        </p>
      ) : null}
      <PaperView page={page} paper={paper} isDone={status === "accepted"} />
      {form ? <Answer page={page} form={form} /> : null}
    </PayDocument>
  );
}

function stateOf({ page, status, validUntil, accepted, declinedAt }: QuoteViewProps): ReactNode {
  const words = wordsOf(page.lang);
  const until = civilDay(page, validUntil);
  switch (status) {
    case "accepted":
      return accepted
        ? words.rich("quoteAccepted", { name: <bdi>{accepted.by}</bdi>, date: day(page, accepted.at) })
        : words.text("quoteInvoiced");
    case "invoiced":
      return words.text("quoteInvoiced");
    case "declined":
      return words.text("quoteDeclined", { date: declinedAt ? day(page, declinedAt) : "" });
    case "withdrawn":
      return words.rich("quoteWithdrawn", { seller: <SellerName page={page} /> });
    case "expired":
      return words.text("quoteExpired", { date: until });
    default:
      return words.text("quoteValid", { date: until });
  }
}

function Answer({ page, form }: { page: QuoteViewProps["page"]; form: NonNullable<QuoteViewProps["form"]> }) {
  const words = wordsOf(page.lang);
  return (
    <section className="noprint">
      <h2>{words.text("quoteAsk")}</h2>
      <p>{words.rich("quoteAskText", { seller: <SellerName page={page} /> })}</p>
      <form action={form.action} method="post">
        <HiddenFields fields={{ seen: form.seen }} />
        <TextField
          name="name"
          label={words.text("quoteName")}
          problem={form.isNameMissing ? words.text("quoteNameMissing") : undefined}
          defaultValue={form.name}
          maxLength={255}
          autoComplete="name"
        />
        <p className="act">
          <button type="submit" name="act" value="accept" className="btn pri">
            {words.text("quoteAccept")}
          </button>
        </p>
      </form>
      <Press form={{ action: form.action, fields: { act: "decline", seen: form.seen } }}>
        {words.text("quoteDecline")}
      </Press>
    </section>
  );
}
