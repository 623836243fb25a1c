import { z } from "zod";
import { formatMoney, isCurrency } from "@/lib/domain/money";
import type { TaskRow } from "./list";

/** A task for people: what is the matter and what to do. */
export interface TaskWords {
  title: string;
  what: string;
  /** Where to look at it. */
  link: { href: string; label: string } | null;
  /** Money that can be accepted for its order or given back. */
  suspense: { attemptId: string } | null;
}

const details = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export function taskWords(task: Pick<TaskRow, "kind" | "subject" | "details">): TaskWords {
  const parsed = details.safeParse(task.details);
  const facts = parsed.success ? parsed.data : {};
  const text = (name: string) => String(facts[name] ?? "");
  const order = text("order");
  const found = sentences(task.kind, {
    text,
    money: (name) => money(text(name)),
    order: order || "an order",
  });
  return {
    ...found,
    link: linkOf(task, order),
    suspense: task.kind === "suspense" ? { attemptId: task.subject } : null,
  };
}

interface Facts {
  text(name: string): string;
  money(name: string): string;
  order: string;
}

function sentences(kind: string, { text, money: amount, order }: Facts): { title: string; what: string } {
  switch (kind) {
    case "suspense":
      return {
        title: `We hold ${amount("got")} that matched no payment`,
        what: suspenseWhy(text("reason"), order, amount("expected")),
      };
    case "late_payment":
      return {
        title: `${order} was paid late`,
        what: "Its payer had been told that it did not go through, and the money came after all. The order is paid now; see whether they paid you another way too.",
      };
    case "payment_reversed":
      return {
        title: `The provider took back the payment for ${order}`,
        what: "The money left your wallet again. A subscription that it paid for goes on until you cancel it.",
      };
    case "contradiction":
      return {
        title: `The provider contradicts itself${order === "an order" ? "" : ` about ${order}`}`,
        what: "It said one thing and later another. Money stays where it is. Ask the provider before you act.",
      };
    case "no_answer":
      return {
        title: `The provider never said what became of a payment for ${order}`,
        what: "It was asked for 72 hours. Look at the provider's own records; nothing was taken into your wallet.",
      };
    case "rail_problem":
      return {
        title: `A payment for ${order} could not be started properly`,
        what: "Something is wrong between us and the provider. Whoever runs the service has to look; tell them the order's number.",
      };
    case "refund_failed":
      return {
        title: `A refund of ${amount("amount")} for ${order} failed`,
        what: "The provider could not give the money back, so it is in your wallet again, or set aside as it was. Your customer still waits: try again, or pay them another way.",
      };
    case "refund_no_answer":
      return {
        title: `The provider never said whether a refund for ${order} arrived`,
        what: `${amount("amount")} stays reserved. Ask your customer whether it came, and the provider why it does not answer.`,
      };
    case "refund_question":
      return {
        title: `${order} paid an invoice that was cancelled`,
        what: `The payment was under way when ${text("invoice")} was cancelled. Refund the order if nothing is delivered for it.`,
      };
    case "cancelled_invoice_was_part_paid":
      return {
        title: `${text("number")} is cancelled, and ${text("paid")} of it was paid`,
        what: "The money stays in your wallet. Refund its orders if it should go back.",
      };
    case "link_over_limit":
      return {
        title: `One payment too many for “${text("link")}”`,
        what: `${order} was paid after all places were taken. Deliver it, or refund the order.`,
      };
    case "payout_reversed":
      return {
        title: `A payout of ${amount("amount")} came back after it had arrived`,
        what: `The provider took it back from ${text("destination")}. Amount and fee are in your wallet again; check the account before you pay out again.`,
      };
    case "payout_no_answer":
      return {
        title: `The provider never said whether a payout of ${amount("amount")} arrived`,
        what: `It was asked for 72 hours. Look whether it came to ${text("destination")}, and tell whoever runs the service.`,
      };
    default:
      return { title: capitalized(kind.replaceAll("_", " ")), what: "Somebody should look at this." };
  }
}

function suspenseWhy(reason: string, order: string, expected: string): string {
  switch (reason) {
    case "underpaid":
      return `Less came than ${order} asked for (${expected}). Accept it for the order, which becomes as large as what came, or give it back.`;
    case "overpaid":
      return `More came than ${order} asked for (${expected}). Accept it, and what is too much goes back by itself; or give all of it back.`;
    case "wrong_currency":
      return `It came in another currency than ${order} asked for (${expected}). Give it back.`;
    case "wrong_reference":
      return `The provider names another payment than the one we started for ${order}. Ask your customer; then accept it or give it back.`;
    default:
      return `It came for ${order}. Accept it for the order or give it back.`;
  }
}

/** "KES 50000" in minor units, as tasks keep it, for people. */
function money(kept: string): string {
  const [, currency = "", minor = ""] = /^([A-Z]{3}) (\d{1,18})$/.exec(kept) ?? [];
  return isCurrency(currency) ? formatMoney({ minor: BigInt(minor), currency }) : kept;
}

function linkOf({ kind, subject }: Pick<TaskRow, "kind" | "subject">, order: string): TaskWords["link"] {
  if (kind.startsWith("payout_"))
    return { href: `/dashboard/wallet/payouts/${subject}`, label: "See the payout" };
  const invoice = /^invoice\/(\d+)$/.exec(subject);
  if (invoice) return { href: `/dashboard/invoices/${invoice[1]}`, label: "See the invoice" };
  return order ? { href: `/dashboard/orders/${order}`, label: `See ${order}` } : null;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
