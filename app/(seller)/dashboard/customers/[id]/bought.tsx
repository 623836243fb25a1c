import type { ReactNode } from "react";
import { Amount } from "@/components/dashboard/figures";
import { TextLink } from "@/components/dashboard/pieces";
import { Section, StatusMark, type StatusTone } from "@/components/ui/blocks";
import type { Language } from "@/lib/domain/languages";
import { goingBack } from "@/lib/services/money/out/refunds/quote";
import type { CustomerDetail } from "@/lib/services/people/customers/detail";
import { invoiceMark, withKept } from "../../invoices/words";
import { boughtIn, paymentStanding } from "../../orders/order";
import { invoicePath, orderPath, ordersPath, subscriptionPath } from "../../paths";
import { standingOf } from "../../subscriptions/subscription";
import type { AtStore } from "../../words";

interface Line {
  href: string;
  what: string;
  status: { tone: StatusTone; word: string };
  amount: { minor: bigint; currency: string };
}

/** A customer's subscriptions, orders and invoices in this store, newest first. */
export async function Bought({ who, detail }: { detail: CustomerDetail; who: AtStore }) {
  const { words, now, world, caller } = who;
  const none = words.text("noneHere");
  const { email } = detail.customer.row;
  const [invoices, back] = await Promise.all([
    withKept("invoice", detail.invoices),
    goingBack(world, caller, detail.orders),
  ]);
  return (
    <>
      <Lines
        lang={words.lang}
        title={words.text("subscriptions")}
        none={none}
        lines={detail.subscriptions.map((row) => ({
          href: subscriptionPath(row.id),
          what: row.product.name,
          status: standingOf(row, now, words),
          amount: { minor: row.totalPaidMinor, currency: row.currency },
        }))}
      />
      <Lines
        lang={words.lang}
        title={words.text("orders")}
        none={none}
        aside={
          email && detail.orders.length > 0 ? (
            <TextLink href={`${ordersPath}?${new URLSearchParams({ email })}`}>
              {words.text("allOrders")}
            </TextLink>
          ) : null
        }
        lines={detail.orders.map((order) => ({
          href: orderPath(order.id),
          what: `${order.number}, ${boughtIn(order, words)}`,
          status: paymentStanding(order, words, back.has(order.id)),
          amount: { minor: order.totalMinor, currency: order.currency },
        }))}
      />
      <Lines
        lang={words.lang}
        title={words.text("invoices")}
        none={none}
        lines={invoices.map((invoice) => ({
          href: invoicePath(invoice.id),
          what: invoice.number,
          status: invoiceMark(invoice, now, words),
          amount: { minor: invoice.totalMinor, currency: invoice.currency },
        }))}
      />
    </>
  );
}

function Lines(props: { title: string; none: string; aside?: ReactNode; lines: Line[]; lang: Language }) {
  const { title, none, aside, lines, lang } = props;
  return (
    <Section title={title} aside={aside}>
      {lines.length === 0 ? <p className="py-3 text-ink-2">{none}</p> : null}
      <ul>
        {lines.map(({ href, what, status, amount }) => (
          <li
            key={href}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-rule py-2.5"
          >
            <a className="min-w-0 wrap-anywhere underline underline-offset-2" href={href}>
              <bdi>{what}</bdi>
            </a>
            <span className="flex gap-4">
              <StatusMark {...status} />
              <Amount lang={lang} {...amount} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
