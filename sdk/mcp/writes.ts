import type { Ask } from "../send.ts";
import type * as Api from "../types.ts";
import { of, shape } from "./input.ts";
import type { Members, Schema } from "./protocol.ts";
import type { Keys } from "./reads.ts";
import { quoted } from "./told.ts";

export type StoreFacts = Pick<Api.Store, "name" | "currency">;

export interface Write {
  says: string;
  keys: Keys;
  input: Schema;
  /** What would be done, with the amount and the person: what somebody says yes to. Throws Unclear. */
  summary: (given: Members, store: StoreFacts) => string;
  ask: (given: Members) => Ask;
  /** What was done; `made` is the object of the answer. */
  done: (made: Members, given: Members, store: StoreFacts) => string;
}

/** What is asked for cannot be said in a sentence, so nobody could confirm it. */
export class Unclear extends Error {}

const post = (path: string, body: unknown): Ask => ({ method: "POST", path, body });

const line = shape(
  {
    description: of.text("What it is for.", 1_000),
    quantity: of.number("How many; above zero, at most 3 decimals."),
    unit_price: of.number("Of one, in major units of the store's currency."),
  },
  ["description", "quantity", "unit_price"],
);

/** What an assistant may do where it was let, by the names of the tools. Each is confirmed first. */
export const writes: Record<string, Write> = {
  draft_invoice: {
    says: "Saves an invoice as a draft. Nobody is told of it: the seller sends it in the dashboard.",
    keys: "live",
    input: shape(
      {
        customer_name: of.text("Who shall pay."),
        customer_email: of.text("Where it can be sent.", 254),
        customer_phone: of.text("Where it can be sent, with the calling code.", 64),
        items: of.list("What is charged for.", 50, line),
        discount: of.number("Taken off the subtotal."),
        tax_label: of.text("Such as VAT."),
        tax_rate: of.number("In percent."),
        due_on: of.text("2026-01-31."),
        notes: of.text("What else the customer reads on it.", 5_000),
      },
      ["customer_name", "items"],
    ),
    summary: (given, store) => {
      const addresses = [given.customer_email, given.customer_phone].flatMap((one) =>
        typeof one === "string" ? [quoted(one)] : [],
      );
      const items = linesOf(given).map(
        (one) => `- ${one.quantity} × ${quoted(one.description)} at ${money(one.unit_price, store)}`,
      );
      const more = [
        given.discount && `less ${money(Number(given.discount), store)}`,
        given.tax_rate && `with ${given.tax_rate} % ${quoted(String(given.tax_label ?? "tax"))}`,
        given.due_on && `due on ${quoted(String(given.due_on))}`,
        given.notes && `with the note ${quoted(String(given.notes))}`,
      ].filter(Boolean);
      return [
        `Draft an invoice of ${quoted(store.name)} over ${money(totalOf(given, store), store)}`,
        ` for ${quoted(String(given.customer_name))}${addresses.length ? ` (${addresses.join(", ")})` : ""}:\n`,
        [...items, ...more].join("\n"),
        "\nIt is not sent to anybody.",
      ].join("");
    },
    ask: (given) => post("/invoices", given),
    done: (made, given, store) => {
      const confirmed = totalOf(given, store);
      const said = `Drafted invoice ${made.number}, over ${money(Number(made.total), store)}. It was not sent.`;
      if (made.total === confirmed) return said;
      return `${said} ${money(confirmed, store)} was confirmed: tell the person that it differs.`;
    },
  },
  make_payment_link: {
    says: "Makes a link to a page where whoever has it can pay.",
    keys: "live",
    input: shape(
      {
        title: of.text("What it is for; payers see it."),
        amount_type: of.one("fixed: everybody pays amount. custom: the payer types it.", ["fixed", "custom"]),
        amount: of.number("In major units of the store's currency."),
        min_amount: of.number("The least a payer can type, for custom."),
        description: of.text("Shown under the title.", 5_000),
        is_reusable: of.yes("Many payers, which is usual; false for one payment."),
        max_payments: of.count("After so many it closes."),
        expires_at: of.text("An ISO 8601 time.", 64),
      },
      ["title"],
    ),
    summary: (given, store) => {
      const { amount, min_amount: least } = given;
      const isOpen = given.amount_type === "custom";
      if (!isOpen && typeof amount !== "number")
        throw new Unclear("Say the amount, or that the payer types it: amount_type custom.");
      const asked = isOpen
        ? `any amount${least ? ` from ${money(Number(least), store)}` : ""} in ${store.currency}${amount ? ` (${money(Number(amount), store)} is suggested)` : ""}`
        : money(Number(amount), store);
      const limits = [
        given.is_reusable === false ? "it takes one payment" : "it takes many payments",
        given.max_payments && `at most ${given.max_payments}`,
        given.expires_at && `until ${quoted(String(given.expires_at))}`,
        given.description && `with the text ${quoted(String(given.description))}`,
      ].filter(Boolean);
      return `Make a payment link of ${quoted(store.name)}, ${quoted(String(given.title))}, over ${asked}. Who pays: anybody who gets the link; ${limits.join(", ")}.`;
    },
    ask: (given) => post("/payment-links", given),
    done: (made) => `Made the payment link ${made.url}. Nobody was told of it: give it to whoever shall pay.`,
  },
  test_webhook: {
    says: "Sends a made-up test event to the store's test endpoints and to whoever runs sente listen.",
    keys: "test",
    input: shape({ type: of.text("Such as order.paid.", 64) }, ["type"]),
    summary: ({ type }, store) =>
      `Send the test event ${quoted(String(type))} about a made-up object to the test endpoints of ${quoted(store.name)}. No money moves (0 ${store.currency}), and no customer is told.`,
    ask: ({ type }) => post("/test/events", { type }),
    done: (made) =>
      `Sent ${made.type} as ${made.id}. Ask look_up_test_event in a few seconds how the endpoints took it.`,
  },
};

interface Line {
  description: string;
  quantity: number;
  unit_price: number;
}

/** Safe: the shape has been checked. */
function linesOf({ items }: Members): Line[] {
  return items as Line[];
}

/** As the service counts: each line is rounded half up, the tax once on what is left after the discount. */
function totalOf(given: Members, { currency }: StoreFacts): number {
  const unit = 10 ** decimalsOf(currency);
  const minor = (amount: unknown) => BigInt(Math.round(Number(amount ?? 0) * unit));
  const halfUp = (value: bigint, by: bigint) => (2n * value + by) / (2n * by);
  const lines = linesOf(given).map((one) =>
    halfUp(BigInt(Math.round(one.quantity * 1_000)) * minor(one.unit_price), 1_000n),
  );
  const rest = lines.reduce((sum, one) => sum + one, 0n) - minor(given.discount);
  const tax = halfUp(rest * BigInt(Math.round(Number(given.tax_rate ?? 0) * 10_000)), 1_000_000n);
  return Number(rest + tax) / unit;
}

function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

function money(amount: number, { currency }: StoreFacts): string {
  return `${currency} ${new Intl.NumberFormat("en", { maximumFractionDigits: 3 }).format(amount)}`;
}
