import { notFound } from "next/navigation";
import { cache } from "react";
import { type Fields, fieldSpecs, type HeldFields } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { idField } from "@/lib/auth/guarded-action";
import { intervals } from "@/lib/domain/interval";
import { fieldAmount, typedInEnglish } from "@/lib/domain/money";
import { trialProofs } from "@/lib/domain/trial";
import { type ListedProduct, readProductForDashboard } from "@/lib/services/catalog/products/list";
import { offeredKinds } from "@/lib/services/catalog/products/product-input";
import { savedShown, sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { About as Shown, Thing } from "../act-page";
import { keepsText } from "../keeps";
import { productPath } from "../paths";
import { wordsFor } from "../words";

/** What a field is shown with: `row` is null on the form of a new one. */
type About = Shown<ListedProduct | null>;

/** What every product is asked. `checkProduct` returns problems under the same names. */
const fields = {
  name: { kind: "text", label: "productName" },
  price: {
    kind: "text",
    inputMode: "decimal",
    label: ({ words, seller: { store } }) => words.text("priceIn", { currency: store.currency }),
    help: priceHelp,
  },
  picture: {
    kind: "file",
    label: "picture",
    accept: "image/jpeg,image/png,image/webp,image/gif,image/heic",
  },
} satisfies Fields<About>;

const asksPlace = "asks_place";
const isChoosable = "choosable";
const taxFree = "tax_free";

/** Seldom needed, and some of it by one kind only. */
const more = {
  description: { kind: "area", folded: true, short: "shortDescription", label: "productDescription" },
  salePrice: {
    ...{ kind: "text", folded: true, short: "shortSalePrice", inputMode: "decimal", help: "salePriceInHelp" },
    label: ({ words, seller: { store } }) => words.text("salePriceIn", { currency: store.currency }),
  },
  tax: {
    ...{ kind: "boxes", folded: true, short: "shortTax", label: "includedTax", help: "taxFreeHelp" },
    options: ({ words }) => [{ value: taxFree, label: words.text("taxFreeBox") }],
  },
  trialDays: {
    ...{ kind: "text", folded: true, only: ["kind", "subscription"], short: "shortTrial" },
    ...{ inputMode: "decimal", label: "trialDays", help: "trialDaysHelp" },
  },
  trialProof: {
    ...{ kind: "select", folded: true, only: ["kind", "subscription"] },
    ...{ label: "trialProof", help: "trialProofHelp" },
    options: ({ words }) => trialProofs.map((value) => ({ value, label: words.text(`trial_${value}`) })),
  },
  choosable: {
    ...{ kind: "boxes", folded: true, only: ["kind", "subscription"], short: "shortChoosable" },
    ...{ label: "choosable", help: "choosableHelp" },
    options: ({ words }) => [{ value: isChoosable, label: words.text("choosableBox") }],
  },
  delivery: {
    ...{ kind: "boxes", folded: true, only: ["kind", "physical"], short: "shortDelivery" },
    ...{ label: "asksPlace", help: "asksPlaceHelp" },
    options: ({ words }) => [{ value: asksPlace, label: words.text("asksPlaceBox") }],
  },
} satisfies Fields<About>;

/** The kind comes first: what is asked follows from it. */
export const newProductFields = {
  kind: {
    kind: "cards",
    label: "productKind",
    options: ({ words }) =>
      offeredKinds.map((value) => {
        const [label = "", help = ""] = words.text(`kind_${value}`).split(/\s?: /);
        return { value, label, help };
      }),
  },
  ...fields,
  interval: {
    ...{ kind: "select", only: ["kind", "subscription"], label: "paidEvery" },
    options: ({ words }) => intervals.map((value) => ({ value, label: words.text(`every_${value}`) })),
  },
  ...more,
} satisfies Fields<About>;

export const changedProductFields = {
  ...fields,
  status: {
    kind: "select",
    label: "status",
    options: ({ words }) =>
      (["active", "draft", "archived"] as const).map((value) => ({
        value,
        label: words.text(`sale_${value}`),
      })),
  },
  ...more,
} satisfies Fields<About>;

/** `kind`: what the address asks for; any text. Nobody else chooses it for a seller. */
export function newProductHeld(kind?: string | string[]): HeldFields<typeof newProductFields> {
  const wanted = offeredKinds.find((known) => known === kind);
  return {
    ...(wanted && { kind: wanted }),
    interval: "month",
    delivery: [asksPlace],
    trialDays: "0",
    trialProof: "phone",
  };
}

/** With what the product is now. Its kind is known: what only others are asked is left out. */
export function changedSpecs(about: Shown<ListedProduct>): FieldSpec[] {
  const product = about.row;
  const { currency, salePriceMinor, priceMinor } = product;
  const typed = (minor: bigint) => fieldAmount({ minor, currency }, about.words.lang);
  const held = {
    ...product,
    description: product.shortDescription,
    price: typed(priceMinor),
    salePrice: salePriceMinor === null ? "" : typed(salePriceMinor),
    delivery: product.asksPlace ? [asksPlace] : [],
    choosable: product.isChoosable ? [isChoosable] : [],
    tax: product.isTaxFree ? [taxFree] : [],
    trialDays: String(product.trialDays),
  };
  return fieldSpecs(changedProductFields, about, held).filter(
    ({ only }) => !only || only[1] === product.kind,
  );
}

function priceHelp({ seller: { store }, row: product, words }: About): string {
  if (!product) return keepsText(store, null, words);
  const count = product.activeSubscribers;
  const stays =
    count === 0 ? words.text("priceKeepsNone") : words.text("priceKeeps", { count: String(count) });
  return `${stays} ${keepsText(store, product.salePriceMinor ?? product.priceMinor, words)}`.trim();
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
    asksPlace: delivery.includes(asksPlace),
    isChoosable: choosable.includes(isChoosable),
    isTaxFree: tax.includes(taxFree),
  };
}

/** The product in the address, read once for a page and its title. */
export const ownProduct = cache(async (seller: CurrentSeller, id: string): Promise<ListedProduct> => {
  const number = /^\d{1,9}$/.test(id) ? Number(id) : 0;
  return (await readProductForDashboard(systemWorld(), seller.caller(true), number)) ?? notFound();
});

/** A product that is changed in its form. */
export const changedProduct: Thing<ListedProduct, number> = {
  section: "products",
  id: idField,
  find: ownProduct,
  sent: (product) => ({
    id: String(product.id),
    seen: sealShown(systemWorld(), `product/${product.id}`, savedShown(product)),
  }),
  back: ({ id, name }) => ({ href: productPath(id), text: name }),
};
