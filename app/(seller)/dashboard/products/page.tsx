import type { Column } from "@/app/_lists/list";
import { Amount } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { StatusMark } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { formatNumber } from "@/lib/domain/money";
import { type ProductSales, readProductSales } from "@/lib/services/billing/orders/read";
import { type ListedProduct, listProductsForDashboard } from "@/lib/services/catalog/products/list";
import { sellerListPage } from "../seller-list";
import { Allowed } from "../seller-page";
import { type AtStore, titled } from "../words";

export const generateMetadata = titled("products");

type Row = ListedProduct & { sales: ProductSales };

const columns: Column<Row, AtStore>[] = [
  { label: "product", cell: (product, { words }) => <Product product={product} words={words} /> },
  {
    label: "status",
    cell: ({ status }, { words }) => (
      <StatusMark tone={status === "active" ? "plain" : "ended"} word={words.text(`mark_${status}`)} />
    ),
  },
  {
    ...{ label: "subscribers", align: "end", isExtra: true },
    cell: ({ interval, activeSubscribers }, { words }) =>
      interval ? formatNumber(activeSubscribers, words.lang) : "–",
  },
  {
    ...{ label: "sold30", align: "end", narrow: "hidden" },
    cell: ({ sales }, { words }) => formatNumber(sales.orders, words.lang),
  },
  {
    ...{ label: "revenue30", onPhone: "revenue30" },
    money: ({ sales, currency }) => ({ minor: sales.revenueMinor, currency }),
  },
  { label: "price", align: "end", cell: (product, { words }) => <Price product={product} words={words} /> },
];

export default sellerListPage("products", {
  path: "/dashboard/products",
  filters: {},
  // A store has few: they stand on one page.
  perPage: 100,
  read: async ({ world, caller }) => {
    const [products, sales] = await Promise.all([
      listProductsForDashboard(world, caller),
      readProductSales(world, caller),
    ]);
    const none = { orders: 0, revenueMinor: 0n };
    const rows = products.map((product) => ({ ...product, sales: sales.get(product.id) ?? none }));
    return { rows, total: rows.length };
  },
  head: ({ seller, words }) => ({
    title: words.text("products"),
    purpose: words.text("productsPurpose"),
    actions: (
      <Allowed seller={seller} act="product.change">
        <ButtonLink look="primary" href="/dashboard/products/new">
          {words.text("newProduct")}
        </ButtonLink>
      </Allowed>
    ),
  }),
  caption: "products",
  columns,
  empty: { none: ({ words }) => ({ sentence: words.text("nothingForSale") }) },
});

function Product({ product, words }: { product: Row; words: DashboardWords }) {
  const { id, name, kind, interval, imageUrl } = product;
  return (
    <span className="flex items-center gap-3">
      {imageUrl ? (
        <img
          src={imageUrl}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          className="size-10 shrink-0 rounded-sm object-cover"
        />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-10 shrink-0 place-items-center rounded-sm bg-sunk text-ink-2"
        >
          {[...name][0]}
        </span>
      )}
      <span className="min-w-0">
        <a href={`/dashboard/products/${id}`} className="font-medium underline-offset-2 hover:underline">
          <bdi>{name}</bdi>
        </a>
        <span className="block text-label text-ink-2">
          {words.text(interval ? "kind_subscription" : `kind_${kind}`).split(/\s?:/)[0]}
        </span>
      </span>
    </span>
  );
}

/** The price now, and the one before a sale. */
function Price({ product, words }: { product: Row; words: DashboardWords }) {
  const { priceMinor, salePriceMinor, currency, interval } = product;
  return (
    <>
      <Amount minor={salePriceMinor ?? priceMinor} currency={currency} lang={words.lang} />
      {interval ? (
        <span className="block text-label text-ink-2">{words.text(`every_${interval}`)}</span>
      ) : null}
      {salePriceMinor === null ? null : (
        <del className="block text-label text-ink-2">
          <Amount minor={priceMinor} currency={currency} lang={words.lang} />
        </del>
      )}
    </>
  );
}
