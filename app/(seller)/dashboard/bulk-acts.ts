import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { Language } from "@/lib/domain/languages";
import { Invalid, NotFound, Refusal, say } from "@/lib/domain/refusal";
import { rowIdOf } from "@/lib/domain/token";
import { readInvoice } from "@/lib/services/billing/invoices/read";
import { cancelInvoice } from "@/lib/services/billing/invoices/record";
import { remindOfInvoice } from "@/lib/services/billing/invoices/remind";
import { DeliveryFailed, sendInvoice } from "@/lib/services/billing/invoices/send";
import { addTag, removeTag, requireTag, type Subject } from "@/lib/services/billing/notes/notes";
import { resendReceipt } from "@/lib/services/billing/orders/fulfil";
import { readOrder } from "@/lib/services/billing/orders/read";
import { remindOfRenewal } from "@/lib/services/billing/reminders/ask";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { sendManageLinkFor } from "@/lib/services/billing/subscriptions/manage-link";
import { readSubscription } from "@/lib/services/billing/subscriptions/read";
import type { World } from "@/lib/services/core/world";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { readCustomer } from "@/lib/services/people/customers/detail";
import { problemText, refusalText } from "@/lib/text/problem";
import { customersPath, invoicesPath, ordersPath, subscriptionsPath } from "./paths";

/** One row: what it is called, and what is done with it. Both throw as their verbs do. */
interface Row {
  name: string;
  /** Answers with the text that undoes it, for an act that can be undone; null where nothing changed. */
  run: () => Promise<unknown>;
}

export type BulkRun = (world: World, seller: Seller, key: string, text: string) => Promise<Row>;

/** Does with an invoice what its own page does with it. */
function ofInvoice(
  run: (world: World, seller: Seller, invoice: Awaited<ReturnType<typeof readInvoice>>) => Promise<unknown>,
): BulkRun {
  return async (world, seller, key) => {
    const invoice = await readInvoice(world, seller, rowIdOf(key));
    return { name: invoice.number, run: () => run(world, seller, invoice) };
  };
}

function ofSubscription(run: (world: World, seller: Seller, id: string) => Promise<unknown>): BulkRun {
  return async (world, seller, key) => {
    const { id, customer } = await readSubscription(world, seller, key);
    return { name: customer.name, run: () => run(world, seller, id) };
  };
}

/** Chosen in the list, or all that are due at once (list-actions.ts). */
export const renewalReminder: BulkDone = { label: "bulk_nudge", one: ofSubscription(remindOfRenewal) };

/** What can be done with several rows of a list, by the list's path and the act's name. */
export const bulkRuns: Record<string, Record<string, BulkDone>> = {
  [invoicesPath]: {
    send: {
      label: "bulk_send",
      one: ofInvoice((world, seller, { id, sentBy, customerEmail, customerPhone }) => {
        const reachable = [customerEmail ? "email" : [], customerPhone ? "sms" : []].flat();
        const channels = (["email", "sms"] as const).filter((channel) =>
          sentBy.length > 0 ? sentBy.includes(channel) : reachable.includes(channel),
        );
        return sendInvoice(world, seller, id, channels.length > 0 ? channels : ["email"]);
      }),
    },
    remind: {
      label: "bulk_remind",
      one: ofInvoice((world, seller, { id }) => remindOfInvoice(world, seller, id)),
    },
    cancel: {
      label: "bulk_cancel",
      one: ofInvoice((world, seller, { id }) => cancelInvoice(world, seller, id)),
    },
  },
  [customersPath]: tagRuns(async (world, seller, key) => {
    const { row } = await readCustomer(world, seller, rowIdOf(key));
    return { name: row.name, subject: { kind: "customer", id: row.id } };
  }),
  [ordersPath]: {
    ...tagRuns(async (world, seller, key) => {
      const { id, number } = await readOrder(world, seller, rowIdOf(key));
      return { name: number, subject: { kind: "order", id } };
    }),
    receipt: {
      label: "bulk_receipt",
      one: async (world, seller, key) => {
        const { id, number } = await readOrder(world, seller, rowIdOf(key));
        return { name: number, run: () => resendReceipt(world, seller, id) };
      },
    },
  },
  [subscriptionsPath]: {
    link: { label: "bulk_link", one: ofSubscription(sendManageLinkFor) },
    nudge: renewalReminder,
    stop: {
      label: "bulk_stop",
      one: ofSubscription((world, seller, id) =>
        cancelSubscription(world, seller, id, { atPeriodEnd: true }),
      ),
    },
  },
};

export interface BulkDone {
  label: BulkLabel;
  one: BulkRun;
  /** Checks the typed text once for all rows. Throws Invalid. */
  read?: (text: string) => string;
  /** The act that undoes it. */
  opposite?: string;
}

type Tagging = (world: World, seller: Seller, key: string) => Promise<{ name: string; subject: Subject }>;

function tagRuns(find: Tagging): Record<string, BulkDone> {
  return {
    tag: {
      ...{ label: "bulk_tag", read: requireTag, opposite: "untag" },
      one: async (world, seller, key, tag) => {
        const { name, subject } = await find(world, seller, key);
        return { name, run: async () => ((await addTag(world, seller, subject, tag)) ? tag : null) };
      },
    },
    untag: {
      ...{ label: "bulk_untag", read: requireTag, opposite: "tag" },
      one: async (world, seller, key, tag) => {
        const { name, subject } = await find(world, seller, key);
        return { name, run: () => removeTag(world, seller, subject, tag) };
      },
    },
  };
}

type BulkLabel =
  | "bulk_tag"
  | "bulk_untag"
  | "bulk_send"
  | "bulk_remind"
  | "bulk_cancel"
  | "bulk_receipt"
  | "bulk_link"
  | "bulk_nudge"
  | "bulk_stop";

export interface NotDone {
  /** Of the row; null where there is no such row in this store. */
  name: string | null;
  why: string;
}

/** Why one row could not be done. Anything else, such as a role that may not, is thrown on: it is so for all rows. */
export function whyNot(error: unknown, language: Language): string {
  // That nothing was changed is said of a whole press. Here other rows may have been.
  return reasonOf(error, language)
    .replace(problemText(language, say("nothing_changed")), "")
    .trim();
}

function reasonOf(error: unknown, language: Language): string {
  if (error instanceof Invalid) {
    const [problem] = Object.values(error.errors).flat();
    return problemText(language, problem ?? say("nothing_changed"));
  }
  if (error instanceof DeliveryFailed) {
    const reason = error.deliveries.find((one) => one.reason)?.reason;
    if (reason) return problemText(language, reason);
  }
  if (error instanceof Refusal) return refusalText(language, error.code);
  if (error instanceof NotFound) return problemText(language, say("gone"));
  throw error;
}

const namesMax = 5;
const reasonsMax = 4;

/** A sentence for each reason, with some of the rows: a flash is a cookie, and has room for little. */
export function notDoneText(notDone: NotDone[], words: DashboardWords): string[] {
  const byReason = new Map<string, NotDone[]>();
  for (const row of notDone) byReason.set(row.why, [...(byReason.get(row.why) ?? []), row]);
  return [...byReason].slice(0, reasonsMax).map(([why, rows]) => {
    const names = rows.flatMap(({ name }) => name?.slice(0, 40) ?? []);
    const unknown = rows.length - names.length;
    const rest = names.length - namesMax;
    const listed = [
      ...names.slice(0, namesMax),
      ...(rest > 0 ? [words.text("bulkMore", { count: rest })] : []),
      ...(unknown > 0 ? [words.text("bulkUnknown", { count: unknown })] : []),
    ];
    return words.text("bulkNot", { rows: listed.join(", "), why });
  });
}
