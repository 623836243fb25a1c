import { notFound } from "next/navigation";
import { cache } from "react";
import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { intervals } from "@/lib/domain/interval";
import { fieldAmount, typedInEnglish } from "@/lib/domain/money";
import { trialProofs } from "@/lib/domain/trial";
import { type ListedProduct, readProductForDashboard } from "@/lib/services/catalog/products/list";
import { offeredKinds } from "@/lib/services/catalog/products/product-input";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type FeeStore, keepsText } from "../keeps";
import { wordsFor } from "../words";

/** What a field is shown with: `product` is null on the form of a new one. */
interface About {
  words: DashboardWords;
  store: FeeStore;
  product: ListedProduct | null;
}

/** The fields of both forms. `checkProduct` returns problems under the same names. */
const fields = {
  name: {
    kind: "text",
    label: "productName",
    placeholder: ({ product }) => (product ? "" : "Gold"),
  },
  description: {
    kind: "area",
    label: "productDescription",
    help: ({ words, product }) => (product ? "" : words.text("productDescriptionHelp")),
  },
  price: {
    kind: "text",
    inputMode: "decimal",
    label: ({ words, store: { currency } }) => words.text("priceIn", { currency }),
    help: priceHelp,
  },
  salePrice: {
    kind: "text",
    inputMode: "decimal",
    label: ({ words, store: { currency } }) => words.text("salePriceIn", { currency }),
    help: "salePriceInHelp",
  },
} satisfies Fields<About>;

/** Of physical products. */
const delivery = {
  delivery: {
    kind: "boxes",
    label: "asksPlace",
    help: "asksPlaceHelp",
    options: ({ words }) => [{ value: asksPlace, label: words.text("asksPlaceBox") }],
  },
} satisfies Fields<About>;
const asksPlace = "asks_place";

/** Of subscriptions. */
const trial = {
  trialDays: { kind: "text", inputMode: "decimal", label: "trialDays", help: "trialDaysHelp" },
  trialProof: {
    kind: "select",
    label: "trialProof",
    help: "trialProofHelp",
    options: ({ words }) => trialProofs.map((value) => ({ value, label: words.text(`trial_${value}`) })),
  },
} satisfies Fields<About>;

/** What the boxes say. */
export function asksPlaceIn(chosen: readonly string[]): boolean {
  return chosen.includes(asksPlace);
}

/** Of subscriptions. */
const choosable = {
  choosable: {
    kind: "boxes",
    label: "choosable",
    help: "choosableHelp",
    options: ({ words }) => [{ value: isChoosable, label: words.text("choosableBox") }],
  },
} satisfies Fields<About>;
const isChoosable = "choosable";

function isChoosableIn(chosen: readonly string[]): boolean {
  return chosen.includes(isChoosable);
}

/** Of all kinds, in a store whose prices include a tax. */
const tax = {
  tax: {
    kind: "boxes",
    label: "includedTax",
    help: "taxFreeHelp",
    options: ({ words }) => [{ value: taxFree, label: words.text("taxFreeBox") }],
  },
} satisfies Fields<About>;
const taxFree = "tax_free";

function isTaxFreeIn(chosen: readonly string[]): boolean {
  return chosen.includes(taxFree);
}

export const newProductFields = {
  kind: {
    kind: "select",
    label: "productKind",
    help: "productKindHelp",
    options: ({ words }) => offeredKinds.map((value) => ({ value, label: words.text(`kind_${value}`) })),
  },
  ...fields,
  interval: {
    kind: "select",
    label: "paidEvery",
    help: "paidEveryHelp",
    options: ({ words }) => intervals.map((value) => ({ value, label: words.text(`every_${value}`) })),
  },
  ...trial,
  ...choosable,
  ...delivery,
  ...tax,
} satisfies Fields<About>;

export const changedProductFields = {
  ...fields,
  ...trial,
  ...choosable,
  ...delivery,
  ...tax,
  status: {
    kind: "select",
    label: "status",
    options: ({ words }) =>
      (["active", "draft", "archived"] as const).map((value) => ({
        value,
        label: words.text(`sale_${value}`),
      })),
  },
} satisfies Fields<About>;

/** `kind`: what the address asks for; any text. */
export function newProductSpecs(
  words: DashboardWords,
  store: FeeStore,
  kind?: string | string[],
): FieldSpec[] {
  const about = { words, store, product: null };
  const wanted = offeredKinds.find((known) => known === kind) ?? "subscription";
  return fieldSpecs(newProductFields, about, {
    ...{ kind: wanted, interval: "month", delivery: [asksPlace] },
    ...{ trialDays: "0", trialProof: "phone" },
  });
}

export function changedProductSpecs(
  words: DashboardWords,
  store: FeeStore,
  product: ListedProduct,
): FieldSpec[] {
  const { name, shortDescription, priceMinor, salePriceMinor, currency, status } = product;
  const typed = (minor: bigint) => fieldAmount({ minor, currency }, words.lang);
  const { delivery: place, choosable: plan, trialDays, trialProof, ...others } = changedProductFields;
  const { status: onSale, ...asked } = others;
  const ofKind = {
    ...(product.kind === "physical" ? { delivery: place } : {}),
    ...(product.interval ? { choosable: plan, trialDays, trialProof } : {}),
  };
  return fieldSpecs(
    { ...asked, ...ofKind, status: onSale },
    { words, store, product },
    {
      ...{ name, description: shortDescription, price: typed(priceMinor), status },
      salePrice: salePriceMinor === null ? "" : typed(salePriceMinor),
      delivery: product.asksPlace ? [asksPlace] : [],
      choosable: product.isChoosable ? [isChoosable] : [],
      tax: product.isTaxFree ? [taxFree] : [],
      ...{ trialDays: String(product.trialDays), trialProof: product.trialProof },
    },
  );
}

function priceHelp(about: About): string {
  const { store, product, words } = about;
  const price = product ? (product.salePriceMinor ?? product.priceMinor) : null;
  return `${priceStays(about)} ${keepsText(store, price, words)}`;
}

function priceStays({ words, product }: About): string {
  if (!product) return words.text("priceInHelp");
  const count = product.activeSubscribers;
  return count === 0 ? words.text("priceKeepsNone") : words.text("priceKeeps", { count: String(count) });
}

/** The boxes as answers, and the prices as typed in the seller's language. */
export function typedProduct<
  Input extends { price: string; salePrice: string; delivery: string[]; choosable: string[]; tax: string[] },
>({ delivery, choosable, tax, ...input }: Input, seller: CurrentSeller) {
  const read = (typed: string) => typedInEnglish(typed, seller.store.currency, wordsFor(seller).lang);
  return {
    ...input,
    price: read(input.price),
    salePrice: read(input.salePrice),
    asksPlace: asksPlaceIn(delivery),
    isChoosable: isChoosableIn(choosable),
    isTaxFree: isTaxFreeIn(tax),
  };
}

/** The product in the address, read once for a page and its title. */
export const ownProduct = cache(async (seller: CurrentSeller, id: string): Promise<ListedProduct> => {
  const number = /^\d{1,9}$/.test(id) ? Number(id) : 0;
  return (await readProductForDashboard(systemWorld(), seller.caller(true), number)) ?? notFound();
});
