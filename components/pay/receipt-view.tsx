import { day, moment } from "@/lib/text/dates";
import type { ReceiptViewProps } from "./attempt-types";
import { payScript } from "./colour";
import { PayDocument } from "./document";
import { wordsOf } from "./messages/words";
import { Fact, Note, Off, SendLink, Theirs } from "./parts";
import type { PayPage } from "./types";

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
function Downloads({
  page,
  downloads,
}: {
  page: PayPage;
  downloads: NonNullable<ReceiptViewProps["downloads"]>;
}) {
  const words = wordsOf(page.lang);
  if ("href" in downloads)
    return (
      <p className="act">
        <a className="btn pri" href={downloads.href}>
          {words.text("receiptDownload")}
        </a>
      </p>
    );
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
        <p className="act">
          <a className="btn pri" href={attemptHref}>
            {words.text("unpaidOpen")}
          </a>
        </p>
      ) : null}
    </PayDocument>
  );
}
