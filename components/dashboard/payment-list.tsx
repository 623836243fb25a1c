import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";

/** One payment as a seller sees it in a list. */
export interface ListedPayment {
  href: string;
  number: string;
  customer: string;
  amount: string;
  /** The payer's answer to the link's question. */
  answer: string | null;
  paidAt: Date;
  refunded: "no" | "partly" | "fully";
}

const words = { no: "Paid", partly: "Partly refunded", fully: "Refunded" };

export function PaymentList({ payments, timeZone }: { payments: ListedPayment[]; timeZone: string }) {
  if (payments.length === 0) return <p className="py-4 text-ink-2">Nobody has paid yet.</p>;
  const hasAnswers = payments.some(({ answer }) => answer !== null);
  return (
    <Table
      caption="Payments, newest first"
      columns={[
        { label: "Order" },
        { label: "Amount", align: "end" },
        { label: "Customer" },
        ...(hasAnswers ? [{ label: "Answer", onPhone: "Answer" }] : []),
        { label: "Status" },
        { label: "Paid" },
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
          <StatusMark key="status" tone={payment.refunded === "no" ? "ok" : "ended"}>
            {words[payment.refunded]}
          </StatusMark>,
          <Timestamp key="paid" at={payment.paidAt} timeZone={timeZone} />,
        ],
      }))}
    />
  );
}
