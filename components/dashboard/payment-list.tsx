import { StatusMark, Timestamp } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import type { DashboardWords } from "./messages/words";

/** One payment as a seller sees it in a list. */
export interface ListedPayment {
  href: string;
  number: string;
  customer: string;
  amount: string;
  /** The payer's answer to the link's question. */
  answer: string | null;
  paidAt: Date;
  state: "paid" | "partially_refunded" | "refunded" | "taken_back";
  /** Why it was taken back. */
  why: string | null;
}

export function PaymentList({
  payments,
  timeZone,
  words,
}: {
  payments: ListedPayment[];
  timeZone: string;
  words: DashboardWords;
}) {
  if (payments.length === 0) return <p className="py-4 text-ink-2">{words.text("nobodyPaid")}</p>;
  const hasAnswers = payments.some(({ answer }) => answer !== null);
  return (
    <Table
      caption={words.text("paymentsCaption")}
      columns={[
        { label: words.text("order") },
        { label: words.text("amount"), align: "end" },
        { label: words.text("customer") },
        ...(hasAnswers ? [{ label: words.text("answer"), onPhone: words.text("answer") }] : []),
        { label: words.text("status") },
        { label: words.text("paidOn") },
      ]}
      rows={payments.map((payment) => ({
        key: payment.number,
        cells: [
          <a key="order" href={payment.href} className="underline underline-offset-2">
            {payment.number}
          </a>,
          <span key="amount" className="font-medium">
            {payment.amount}
          </span>,
          <bdi key="customer">{payment.customer}</bdi>,
          ...(hasAnswers ? [<bdi key="answer">{payment.answer ?? ""}</bdi>] : []),
          <span key="status">
            <StatusMark tone={payment.state === "paid" ? "ok" : "ended"}>
              {words.text(`pay_${payment.state}`)}
            </StatusMark>
            {payment.why ? (
              <bdi className="block text-label text-ink-2 wrap-anywhere">{payment.why}</bdi>
            ) : null}
          </span>,
          <Timestamp key="paid" at={payment.paidAt} timeZone={timeZone} locale={words.locale} />,
        ],
      }))}
    />
  );
}
