import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { textField } from "@/lib/auth/guarded-action";
import { toMajorText } from "@/lib/domain/money";
import type { ListedProduct } from "@/lib/services/catalog/products/list";
import { type FeeStore, keepsText } from "../keeps";

/** What a field is shown with: `product` is null on the form of a new one. */
interface About {
  words: DashboardWords;
  store: FeeStore;
  product: ListedProduct | null;
}

/**
 * The fields of a product form, each defined once: its look, its value, and how it is read. `checkProduct` returns
 * problems under the same names.
 */
const fields = {
  name: {
    read: textField,
    look: ({ words, product }: About): FieldSpec => ({
      ...{ kind: "text", name: "name", label: words.text("productName") },
      ...(product ? { value: product.name } : { placeholder: "Gold" }),
    }),
  },
  description: {
    read: textField,
    look: ({ words, product }: About): FieldSpec => ({
      ...{ kind: "area", name: "description", label: words.text("productDescription") },
      ...(product ? { value: product.shortDescription } : { help: words.text("productDescriptionHelp") }),
    }),
  },
  price: {
    read: textField,
    look: (about: About): FieldSpec => ({
      ...{
        kind: "text",
        name: "price",
        label: about.words.text("priceIn", { currency: about.store.currency }),
      },
      ...{ inputMode: "decimal", help: priceHelp(about), value: typed(about, "priceMinor") },
    }),
  },
  salePrice: {
    read: textField,
    look: (about: About): FieldSpec => ({
      ...{ kind: "text", name: "salePrice" },
      label: about.words.text("salePriceIn", { currency: about.store.currency }),
      help: about.words.text("salePriceInHelp"),
      ...{ inputMode: "decimal", value: typed(about, "salePriceMinor") },
    }),
  },
} as const;

/** How a sent form of a product is read. */
export const productShape = {
  name: fields.name.read,
  description: fields.description.read,
  price: fields.price.read,
  salePrice: fields.salePrice.read,
};

/** The fields as a form shows them. */
export function productFields(about: About): FieldSpec[] {
  return Object.values(fields).map(({ look }) => look(about));
}

function typed(
  { product, store: { currency } }: About,
  column: "priceMinor" | "salePriceMinor",
): string | undefined {
  if (!product) return undefined;
  const minor = product[column];
  return minor === null ? "" : toMajorText({ minor, currency });
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
