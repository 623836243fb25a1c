import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import type { FormState } from "@/lib/auth/form-state";
import { done } from "@/lib/auth/sealed-cookie";
import { fieldAmount, typedInEnglish } from "@/lib/domain/money";
import { Invalid, type Problems } from "@/lib/domain/refusal";
import { composeUuid, rowIdOf } from "@/lib/domain/token";
import { type SentForm, sentText } from "@/lib/resources/form-fields";
import { filledRows } from "@/lib/resources/invoice-form";
import { readProductForDashboard } from "@/lib/services/catalog/products/list";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type CounterSale, sellAtCounter } from "@/lib/services/money/outside/sell";
import { actPage, inSection } from "../../act-page";
import { paperForm } from "../../invoices/paper-form";
import { customerList } from "../../invoices/pick-types";
import { withPicked } from "../../invoices/read-body";
import { receiptPath } from "../../paths";
import { paymentFields } from "../../recording";
import { wordsFor } from "../../words";

/** A sale face to face, paid at once. With `?product=12` it begins with that product. */
const sell = actPage({
  on: {
    ...inSection("orders", (seller, _, { product }) => lineOf(seller, product)),
    sent: () => ({ key: composeUuid(systemWorld().random.bytes(16)) }),
  },
  may: "payment.record",
  title: "recordSale",
  purpose: ({ words }) => words.text("recordSalePurpose"),
  go: "recordSale",
  keeps: () => "orders/sell",
  form: (about, its) => {
    const { row, words, seller } = about;
    return paperForm(about, its, {
      before: [],
      after: saleFields(words, seller.store.currency),
      texts: { lines: words.text("saleLines"), description: words.text("saleItem") },
      start: row,
    });
  },
  run: async (seller, { form }, world) => {
    if (typeof form.more === "string") return { result: { rows: Number(form.more) } };
    const rows = filledRows(form);
    const sale = await saleIn(form, rows, seller);
    const { orderId } = await sellAtCounter(world, seller.caller(true), sale).catch((error: unknown) => {
      throw error instanceof Invalid ? new Invalid(inFormWords(error.errors, rows)) : error;
    });
    return done(receiptPath(orderId), wordsFor(seller).text("saleRecorded"));
  },
});

/** The first line of the form; none for a product that is not there. */
async function lineOf(
  seller: CurrentSeller,
  product: string | string[] | undefined,
): Promise<Record<string, string>> {
  if (typeof product !== "string") return {};
  const found = await readProductForDashboard(systemWorld(), seller.caller(true), rowIdOf(product));
  if (!found) return {};
  const price = { minor: found.salePriceMinor ?? found.priceMinor, currency: found.currency };
  return {
    "description.0": found.name,
    "quantity.0": "1",
    "unitPrice.0": fieldAmount(price, wordsFor(seller).lang),
  };
}

/** Who bought it, if anybody says so: `withPicked` reads these. */
const buyerFields = {
  customerName: { kind: "text", label: "saleCustomer", help: "saleCustomerHelp", list: customerList },
  customerPhone: { kind: "text", label: "salePhone", help: "saleContactHelp" },
  customerEmail: {
    kind: "text",
    type: "email",
    inputMode: "email",
    label: "saleEmail",
    help: "saleContactHelp",
  },
} satisfies Fields;

/** Below the lines: how it was paid, and by whom. */
function saleFields(words: DashboardWords, currency: string) {
  const { method, reference } = paymentFields;
  const about = { words, row: { owed: { minor: 0n, currency } } };
  return [
    ...fieldSpecs({ method, reference }, about, { method: "cash" }),
    ...fieldSpecs(buyerFields, { words }),
  ];
}

/** What the lines are called in the form. */
const columns = new Map([
  ["name", "description"],
  ["quantity", "quantity"],
  ["price", "unitPrice"],
]);

async function saleIn(sent: SentForm, rows: number[], seller: CurrentSeller): Promise<CounterSale> {
  const words = wordsFor(seller);
  const filled = await withPicked(seller, sent, words);
  const text = (name: string) => sentText(filled, name);
  const price = (name: string) => typedInEnglish(text(name), seller.store.currency, words.lang);
  return {
    id: text("key"),
    lines: rows.map((row) => ({
      name: text(`description.${row}`),
      quantity: text(`quantity.${row}`),
      price: price(`unitPrice.${row}`),
    })),
    customer: { name: text("customerName"), email: text("customerEmail"), phone: text("customerPhone") },
    ...{ method: text("method"), reference: text("reference") },
    unnamed: { line: words.text("saleUnnamed"), customer: words.text("walkIn") },
  };
}

/** The problem of a line is under the row where it was typed: `unitPrice.3`. */
function inFormWords(errors: Readonly<Problems>, rows: number[]): Problems {
  const named = Object.entries(errors).map(([field, problems]) => {
    const [, at, column = ""] = /^lines\.(\d+)\.(\w+)$/.exec(field) ?? [];
    return [column ? `${columns.get(column)}.${rows[Number(at)] ?? 0}` : field, problems] as const;
  });
  return Object.fromEntries(named);
}

async function send(previous: FormState, form: FormData) {
  "use server";
  return sell.send(previous, form);
}

export const generateMetadata = sell.metadata;
export default sell.page(send);
