import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import type { FormAction } from "@/lib/auth/form-state";
import { done } from "@/lib/auth/sealed-cookie";
import { toMajorText, typedInEnglish } from "@/lib/domain/money";
import { Invalid, type Problems } from "@/lib/domain/refusal";
import { composeUuid } from "@/lib/domain/token";
import { type SentForm, sentText } from "@/lib/resources/form-fields";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readPayOptions } from "@/lib/services/money/checkout/pages/read-pay-options";
import { readCounter } from "@/lib/services/money/outside/counter";
import { type CounterSale, sellAtCounter } from "@/lib/services/money/outside/sell";
import { actPage, inSection } from "../../act-page";
import { receiptPath, salePath } from "../../paths";
import { wordsFor } from "../../words";
import { CounterForm } from "./counter-form";

/** How many tiles the page has until all are asked for: it opens on a slow line. */
const atFirst = 12;

/** A sale face to face: products are tapped, and a phone is asked or money was taken. `?n.12=2` begins with two of product 12. */
const sell = actPage({
  on: { ...inSection("orders"), sent: () => ({ key: composeUuid(systemWorld().random.bytes(16)) }) },
  may: "payment.record",
  title: "recordSale",
  purpose: () => null,
  go: "saleGo",
  form: async ({ seller, words, search }, its) => {
    const [world, caller, { store }] = [systemWorld(), seller.caller(true), seller];
    const { lang } = words;
    const [{ products, buyers }, ways] = await Promise.all([
      readCounter(world, caller, store.currency),
      readPayOptions(world, store, store.currency),
    ]);
    const networks = ways?.mobileMoney?.networks ?? [];
    const start = Object.fromEntries(Object.entries(search).map(([name, text]) => [name, String(text)]));
    const shown =
      "all" in start ? products : products.filter(({ id }, at) => at < atFirst || start[`n.${id}`]);
    return (
      <CounterForm
        {...{ ...its, start }}
        // Safe: it never asks for more lines.
        action={its.action as unknown as FormAction}
        money={{ currency: store.currency, lang }}
        tiles={shown.map(({ id, name, picture, shortDescription, salePriceMinor, priceMinor }) => ({
          ...{
            id,
            name,
            picture,
            minor: String(salePriceMinor ?? priceMinor),
            count: start[`n.${id}`] ?? "",
          },
          // A scanner types the number on the goods: the seller writes it into the description.
          codes: [id, ...(shortDescription.match(/\d{6,}/g) ?? [])].join(" "),
        }))}
        all={shown.length < products.length ? `${salePath}?all=1` : null}
        buyers={buyers.map(({ name, phone }) => ({ name, phone: phone ?? "" }))}
        ways={[
          ...(networks.length > 0
            ? [{ value: "mobile_money", label: words.text("method_mobile_money") }]
            : []),
          { value: "cash", label: words.text("method_cash") },
          { value: "bank", label: words.text("saleTill") },
        ]}
        more={fieldSpecs(moreFields(networks), { words })}
        texts={{
          ...{ find: words.text("saleFind"), amount: words.text("saleAmount"), less: words.text("saleLess") },
          ...{ how: words.text("takenHow"), more: words.text("saleMore") },
          ...{ asked: words.text("salePhone"), ask: words.text("saleAskGo") },
          optional: words.text("saleNoPhone"),
          ...{ all: words.text("saleAll", { count: String(products.length) }) },
          ...{ total: words.text("total"), charges: store.buyerPaysCharges ? words.text("saleCharges") : "" },
        }}
      />
    );
  },
  run: async (seller, { form }, world) => {
    const { sale, fields } = await saleIn(form, seller);
    const { orderId } = await sellAtCounter(world, seller.caller(true), sale).catch((error: unknown) => {
      throw error instanceof Invalid ? new Invalid(inFormWords(error.errors, fields)) : error;
    });
    return done(
      receiptPath(orderId),
      wordsFor(seller).text(sale.method === "mobile_money" ? "saleAsked" : "saleRecorded"),
    );
  },
});

/** Behind one line. A network is asked only where the number may not tell it. */
function moreFields(networks: readonly { code: string; name: string }[]) {
  const choices = networks.map(({ code, name }) => ({ value: code, label: name }));
  return {
    what: { kind: "text", label: "saleWhat" },
    customerName: { kind: "text", label: "saleCustomer" },
    customerEmail: { kind: "text", type: "email", inputMode: "email", label: "saleEmail" },
    reference: { kind: "text", label: "takenCode", help: "takenCodeHelp" },
    ...(choices.length > 1
      ? {
          network: {
            kind: "select" as const,
            label: "network" as const,
            options: () => [{ value: "", label: "–" }, ...choices],
          },
        }
      : {}),
  } satisfies Fields;
}

/** The sale that a form says, and for each line the field of the form that it came from. */
async function saleIn(
  form: SentForm,
  seller: CurrentSeller,
): Promise<{ sale: CounterSale; fields: string[] }> {
  const words = wordsFor(seller);
  const { currency } = seller.store;
  const text = (name: string) => sentText(form, name);
  const { products } = await readCounter(systemWorld(), seller.caller(true), currency);
  const tapped = products.filter(({ id }) => !/^0*$/.test(text(`n.${id}`).trim()));
  const lines = tapped.map(({ id, name }) => {
    const minor = text(`p.${id}`);
    const price = /^\d{1,14}$/.test(minor) ? toMajorText({ minor: BigInt(minor), currency }) : "";
    return { field: `n.${id}`, line: { name, quantity: text(`n.${id}`), price } };
  });
  const price = typedInEnglish(text("amount"), currency, words.lang);
  if (price.trim() !== "") lines.push({ field: "amount", line: { name: text("what"), quantity: "", price } });
  const sale = {
    ...{ id: text("key"), lines: lines.map(({ line }) => line) },
    customer: {
      ...{ name: text("customerName"), email: text("customerEmail") },
      phone: text("customerPhone") || text("buyer"),
    },
    ...{ method: text("method"), network: text("network"), reference: text("reference") },
  };
  return { sale, fields: lines.map(({ field }) => field) };
}

/** The problem of a line is at the tile, or at the amount, that it came from. */
function inFormWords(errors: Readonly<Problems>, fields: string[]): Problems {
  const named = Object.entries(errors).map(([field, problems]) => {
    const at = /^lines\.(\d+)\./.exec(field)?.[1];
    return [at === undefined ? field : (fields[Number(at)] ?? "amount"), problems] as const;
  });
  return Object.fromEntries(named);
}

export const generateMetadata = sell.metadata;
export default sell.page(async (previous, form) => {
  "use server";
  return sell.send(previous, form);
});
