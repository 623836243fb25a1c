import { Table } from "@/components/ui/table";
import { done } from "@/lib/auth/sealed-cookie";
import { untaxedClasses } from "@/lib/domain/fiscal";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readFiscalItems, setFiscalItem } from "@/lib/services/money/fiscal/device";
import { actPage, inSection } from "../../../act-page";
import { fiscalPath } from "../../../paths";
import { wordsFor } from "../../../words";

const itemsPath = `${fiscalPath}/items`;
const chosen = inSection("settings", (seller) => readFiscalItems(systemWorld(), seller.caller(true)));

/** Products whose class is another than the store's. `setFiscalItem` says what is wrong with the fields. */
const set = actPage({
  on: { ...chosen, back: (_, words) => ({ href: fiscalPath, text: words.text("fiscalTitle") }) },
  may: "store.settings",
  title: "fiscalItems",
  purpose: ({ words }) => words.text("fiscalItemsPurpose"),
  go: "save",
  fields: {
    productId: {
      kind: "select",
      label: "product",
      options: ({ row: { products } }) =>
        products.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    taxClass: {
      kind: "select",
      label: "fiscalUntaxed",
      options: ({ words }) => [
        { value: "", label: words.text("fiscalAsStore") },
        ...untaxedClasses.map((value) => ({ value, label: words.text(`fiscalClass_${value}`) })),
      ],
    },
    itemClass: { kind: "text", inputMode: "numeric", label: "fiscalItemClass", help: "fiscalItemHelp" },
  },
  below: ({ row: { items }, words }) =>
    items.length === 0 ? null : (
      <div className="mt-8">
        <Table
          caption={words.text("fiscalItems")}
          columns={[
            { label: words.text("product") },
            { label: words.text("fiscalUntaxed") },
            { label: words.text("fiscalItemClass") },
          ]}
          rows={items.map(({ name, product, taxClass, itemClass }) => ({
            key: name,
            cells: [
              <bdi key="name">{product?.name}</bdi>,
              taxClass ?? words.text("fiscalAsStore"),
              itemClass ?? words.text("fiscalAsStore"),
            ],
          }))}
        />
      </div>
    ),
  run: async (seller, { typed: { productId, taxClass, itemClass } }, world) => {
    const id = /^\d{1,9}$/.test(productId) ? Number(productId) : 0;
    await setFiscalItem(world, seller.caller(true), { productId: id, taxClass, itemClass: itemClass.trim() });
    return done(itemsPath, wordsFor(seller).text("fiscalItemSaved"));
  },
});

export const generateMetadata = set.metadata;
export default set.page(async (previous, form) => {
  "use server";
  return set.send(previous, form);
});
