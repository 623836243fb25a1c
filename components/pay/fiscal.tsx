import type { FiscalShown } from "@/lib/domain/fiscal";
import { Fact, wordsOf } from "./parts";
import type { PayPage } from "./types";

/** `total`: as it is written; `code`: a picture that leads to it at the authority. */
export type FiscalOnReceipt = FiscalShown & { total: string; code: string | null };

/** What has to stand on paper: number, control unit, both codes, and the square that leads to the authority. */
export function Fiscal({ page, document }: { page: PayPage; document: FiscalOnReceipt }) {
  const words = wordsOf(page.lang);
  const { system, kind, total, controlUnit, code } = document;
  const title = words.text(kind === "sale" ? "fiscalSale" : "fiscalCredit", { system, total });
  if (document.status !== "signed")
    return (
      <p className="soft" role="status">
        {words.text("fiscalQueued", { system })}
      </p>
    );
  return (
    <section className="slip fiscal">
      <p className="soft">{title}</p>
      <dl className="facts">
        <Fact label={words.text("fiscalNumber")} theirs={String(document.number ?? "")} />
        {document.receiptNumber ? (
          <Fact
            label={words.text("fiscalReceiptNumber")}
            theirs={[controlUnit, document.receiptNumber].filter(Boolean).join("/")}
          />
        ) : null}
        {document.internalData ? (
          <Fact label={words.text("fiscalInternal")} theirs={document.internalData} />
        ) : null}
        {document.signature ? (
          <Fact label={words.text("fiscalSignature")} theirs={document.signature} />
        ) : null}
      </dl>
      {code ? <img src={code} alt={words.text("fiscalCode", { system })} width={140} height={140} /> : null}
    </section>
  );
}
