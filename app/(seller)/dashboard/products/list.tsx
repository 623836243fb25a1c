import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { StatusMark } from "@/components/ui/status-mark";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { type ListedProduct, listProductsForDashboard } from "@/lib/services/catalog/products/list";
import { Allowed } from "../allowed";
import { sellerList } from "../seller-list";
import { copyLabels } from "../words";

export const productList = sellerList({
  path: "/dashboard/products",
  filters: {},
  // A store has few: they stand on one page.
  perPage: 100,
  read: async ({ world, caller }) => {
    const rows = await listProductsForDashboard(world, caller);
    return { rows, total: rows.length };
  },
  keyOf: ({ id }) => String(id),
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
  item: (product, { seller, words }) => <ProductRow product={product} seller={seller} words={words} />,
  empty: { none: ({ words }) => ({ sentence: words.text("nothingForSale") }) },
});

function ProductRow({
  product,
  seller,
  words,
}: {
  product: ListedProduct;
  seller: CurrentSeller;
  words: DashboardWords;
}) {
  const { name, interval } = product;
  return (
    <div className="grid gap-3 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p>
          <a
            href={`/dashboard/products/${product.id}`}
            className="font-medium underline-offset-2 hover:underline"
          >
            <bdi>{product.name}</bdi>
          </a>{" "}
          <Price product={product} words={words} />
        </p>
        <p className="flex gap-4 text-label text-ink-2">
          {interval
            ? words.text("subscriberCount", { count: product.activeSubscribers })
            : words.text(`kind_${product.kind}`)}
          <StatusMark tone={product.status === "active" ? "plain" : "ended"}>
            {words.text(`mark_${product.status}`)}
          </StatusMark>
        </p>
      </div>
      {product.shortDescription ? (
        <p className="max-w-[68ch] text-ink-2">{product.shortDescription}</p>
      ) : null}
      <div className="grid gap-2 sm:grid-cols-[1fr_auto]">
        <CopyField
          label={words.text(interval ? "subscribeLinkOf" : "productLinkOf", { product: name })}
          value={product.payUrl}
          labels={copyLabels(words)}
        />
        {seller.store.testModeSince && product.interval ? (
          <ButtonLink
            href={`${product.payUrl}?test=1&ref=user_1`}
            aria-label={words.text("openTestPageOf", { product: name })}
          >
            {words.text("openTestPage")}
          </ButtonLink>
        ) : null}
      </div>
    </div>
  );
}

function Price({ product, words }: { product: ListedProduct; words: DashboardWords }) {
  const money = (minor: bigint) => formatMoney({ minor, currency: product.currency }, words.lang);
  const period = product.interval ? ` ${words.text(`every_${product.interval}`)}` : "";
  return (
    <span className="text-ink-2">
      {money(product.salePriceMinor ?? product.priceMinor)}
      {period}
      {product.salePriceMinor === null ? null : (
        <>, {words.rich("insteadOf", { price: <del key="price">{money(product.priceMinor)}</del> })}</>
      )}
    </span>
  );
}
