import { day, moment } from "@/lib/text/dates";
import { PayDocument } from "./document";
import { type Bought, BoughtHere } from "./download-view";
import { Fiscal, type FiscalOnReceipt } from "./fiscal";
import { ButtonLine, Fact, Note, Off, SendLink, Theirs, wordsOf } from "./parts";
import { payScript } from "./pay-css";
import type { PayPage, PostForm } from "./types";

export type ReceiptViewProps = {
  page: PayPage;
  /** `unpaid`: no money has come for this order; `attemptHref` is then the page of an open payment. */
  state: "paid" | "refunded" | "partially_refunded" | "reversed" | "unpaid";
  attemptHref: string | null;
  amount: string;
  /** The refunded amount. */
  refunded: string | null;
  paidAt: Date | null;
  lines: { name: string; quantity: number; total: string }[];
  /** What was taken off, and by which code. */
  discount: { off: string; code: string | null } | null;
  /** "M-PESA 0712 •••678", "Card" */
  /** The money went into an account of the seller's own. */
  isDirect: boolean;
  method: {
    kind: "mobile_money" | "card" | "bank" | "cash" | "free" | "other";
    network: string | null;
    phone: string | null;
  };
  /** What the network or bank calls this payment, and the network whose code it is. `isSellers`: the seller wrote it. */
  code: { text: string; of: string | null; isSellers?: boolean } | null;
  /** When and how the seller handed it over. */
  handedOver?: { at: Date; note: string | null } | null;
  /** The seller recorded the payment by mistake, and took it back. */
  isUndone?: boolean;
  order: string;
  /** The number of the invoice it pays, when it pays one. */
  invoice: string | null;
  /** The time that a subscription's payment is for. */
  period: { startsAt: Date; endsAt: Date } | null;
  /** Only in print. */
  sellerAddress: string | null;
  sellerTaxNumber: string | null;
  /** The tax within the price, already formatted; `back`: what of it was refunded. */
  tax: { label: string; rate: string; amount: string; back: string | null } | null;
  /** What a receipt of the tax office is called where the seller is; null where there is none. */
  fiscalSystem: string | null;
  /** What the tax authority signed of it; `code`: a picture that leads to it there. */
  fiscal?: FiscalOnReceipt[];
  /** This page's full address, for sharing. */
  url: string;
  /** For a subscription: the form that sends the subscriber the manage link, and whether it was just sent. */
  manage: { form: PostForm; isSent: boolean } | null;
  /** What was bought, or the form that sends the buyer the link; null where nothing is delivered by itself. */
  downloads: Bought | { form: PostForm; isSent: boolean } | null;
};

/** The proof of a payment. It fits one screenshot of a small phone, since that is how people show it. */
export function ReceiptView(props: ReceiptViewProps) {
  const { page, state, amount, paidAt, method, lines, code } = props;
  const words = wordsOf(page.lang);
  if (state === "unpaid") return <Unpaid {...props} />;
  const paidWith = [method.network ?? wayWord(method.kind, words), method.phone ?? ""];
  return (
    <PayDocument page={page} title={`${words.text("receiptTitle")} ${props.order}`} script={payScript}>
      <Back {...props} />
      <div className="slip">
        <p className="pr big">
          {words.text("receiptTitle")} {props.order}
        </p>
        {state === "paid" || state === "partially_refunded" ? (
          <p className="mark m-ok">
            <span aria-hidden="true">●</span> {words.text("receiptPaid")}
          </p>
        ) : null}
        <h1 className="sumup">{amount}</h1>
        {paidAt ? <p className="soft">{moment(page, paidAt)}</p> : null}
        <dl className="facts">
          {lines.map((line) => (
            <div key={line.name}>
              <dt>
                {line.quantity > 1 ? `${line.quantity} × ` : ""}
                <Theirs>{line.name}</Theirs>
              </dt>
              <dd>
                <Theirs>{line.total}</Theirs>
              </dd>
            </div>
          ))}
          {props.discount ? (
            <Fact
              label={
                props.discount.code
                  ? words.text("discountOf", { code: props.discount.code })
                  : words.text("discountLine")
              }
            >
              <Off amount={props.discount.off} />
            </Fact>
          ) : null}
          {props.tax ? (
            <Fact label={words.text("ofWhich", { tax: props.tax.label, rate: props.tax.rate })}>
              {props.tax.amount}
            </Fact>
          ) : null}
          {props.tax?.back ? (
            <Fact label={words.text("ofWhichBack")}>
              <Off amount={props.tax.back} />
            </Fact>
          ) : null}
          <Period {...props} />
          {paidWith.some((part) => part !== "") ? (
            <Fact label={words.text("receiptMethod")}>
              {paidWith.filter((part) => part !== "").join(" ")}
            </Fact>
          ) : null}
          {props.isDirect && page.seller ? (
            <Fact label={words.text("receiptDirect")}>
              <Theirs>{page.seller.name}</Theirs>
            </Fact>
          ) : null}
          {code ? (
            <Fact
              label={
                code.of
                  ? words.text("receiptCode", { network: code.of })
                  : words.text(code.isSellers ? "receiptOwnCode" : "receiptProvider")
              }
            >
              <Theirs>{code.text}</Theirs>
            </Fact>
          ) : null}
          <Fact label={words.text("receiptOrder")}>{props.order}</Fact>
          {props.handedOver ? (
            <Fact label={words.text("receiptHanded")}>
              {day(page, props.handedOver.at)}
              {props.handedOver.note ? (
                <>
                  {" · "}
                  <Theirs>{props.handedOver.note}</Theirs>
                </>
              ) : null}
            </Fact>
          ) : null}
          {props.invoice ? <Fact label={words.text("receiptInvoice")}>{props.invoice}</Fact> : null}
        </dl>
        <p className="pr keep">
          {[page.seller?.name, props.sellerAddress].filter(Boolean).join("\n")}
          {props.sellerTaxNumber ? `\n${words.text("invoiceTaxNumber")}: ${props.sellerTaxNumber}` : null}
        </p>
      </div>
      {props.fiscal?.map((document) => (
        <Fiscal key={document.number ?? document.status} page={page} document={document} />
      ))}
      {props.fiscalSystem ? (
        <p className="soft">{words.text("receiptNotFiscal", { system: props.fiscalSystem })}</p>
      ) : null}
      {props.downloads ? <Downloads page={page} downloads={props.downloads} /> : null}
      <Acts {...props} />
      {props.manage ? <Manage page={page} manage={props.manage} /> : null}
    </PayDocument>
  );
}

/** How it was paid, where no network says so. */
function wayWord(kind: ReceiptViewProps["method"]["kind"], words: ReturnType<typeof wordsOf>): string {
  if (kind === "card" || kind === "cash") return words.text(kind);
  if (kind === "free") return words.text("nothingToPay");
  return kind === "bank" ? words.text("ownBank") : "";
}

/** Up to when a subscription is paid. */
function Period({ page, period }: ReceiptViewProps) {
  const words = wordsOf(page.lang);
  if (!period) return null;
  const [start, end] = [day(page, period.startsAt), day(page, period.endsAt)];
  return <Fact label={words.text("receiptPeriod")}>{words.text("period", { start, end })}</Fact>;
}

/** Refunds and reversals are shown before the payment. */
function Back({ page, state, amount, refunded, isUndone }: ReceiptViewProps) {
  const words = wordsOf(page.lang);
  switch (state) {
    case "refunded":
      return (
        <Note tone="info" title={words.text("refundedTitle")}>
          {words.text("refundedText", { amount })}
        </Note>
      );
    case "partially_refunded":
      return (
        <Note tone="info" title={words.text("partlyTitle")}>
          {words.text("partlyText", { amount: refunded ?? amount })}
        </Note>
      );
    case "reversed":
      return (
        <Note tone="bad" title={words.text("reversedTitle")}>
          {isUndone
            ? words.text("undoneReceipt", { seller: page.seller?.name ?? "" })
            : words.text("reversedReceipt", { amount })}
        </Note>
      );
    default:
      return null;
  }
}

function Acts({ page, amount, url }: ReceiptViewProps) {
  const words = wordsOf(page.lang);
  const text = words.text("receiptShareText", { amount, seller: page.seller?.name ?? "", url });
  return (
    <div className="act pair">
      <a className="btn" href={`https://wa.me/?text=${encodeURIComponent(text)}`}>
        {words.text("receiptShare")}
      </a>
      <button type="button" className="btn" hidden data-print="">
        {words.text("receiptPrint")}
      </button>
    </div>
  );
}

/** Opens what was bought in the browser that paid. Whoever else has the receipt can only have the link sent to the buyer. */
function Downloads(props: { page: PayPage; downloads: NonNullable<ReceiptViewProps["downloads"]> }) {
  const { page, downloads } = props;
  const words = wordsOf(page.lang);
  if ("items" in downloads) return <BoughtHere page={page} bought={downloads} isProof />;
  if (downloads.isSent)
    return (
      <p className="note info" role="status">
        {words.text("receiptDownloadSent")}
      </p>
    );
  return (
    <section className="plain">
      <p className="lead">{words.text("receiptDownloadSend")}</p>
      <SendLink page={page} form={downloads.form} />
    </section>
  );
}

/** A reader of the receipt may not be the subscriber, so the link is sent to the subscriber's own contact. */
function Manage({ page, manage }: { page: PayPage; manage: NonNullable<ReceiptViewProps["manage"]> }) {
  const words = wordsOf(page.lang);
  if (manage.isSent)
    return (
      <p className="note info" role="status">
        {words.text("manageSent")}
      </p>
    );
  return (
    <section className="plain">
      <p className="lead">{words.text("manageByLink")}</p>
      <SendLink page={page} form={manage.form} />
    </section>
  );
}

function Unpaid({ page, amount, attemptHref, order }: ReceiptViewProps) {
  const words = wordsOf(page.lang);
  return (
    <PayDocument page={page} title={words.text("unpaidTitle")}>
      <h1>{words.text("unpaidTitle")}</h1>
      <p className="lead">{words.text("unpaidText")}</p>
      <dl className="facts">
        <Fact label={words.text("factAmount")}>{amount}</Fact>
        <Fact label={words.text("receiptOrder")}>{order}</Fact>
      </dl>
      {attemptHref ? (
        <ButtonLine to={attemptHref} main>
          {words.text("unpaidOpen")}
        </ButtonLine>
      ) : null}
    </PayDocument>
  );
}
