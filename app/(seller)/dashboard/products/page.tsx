import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { type ListedProduct, listProductsForDashboard } from "@/lib/services/products/list-for-dashboard";
import { systemWorld } from "@/lib/services/system-world";
import { Allowed } from "../allowed";
import { SellerPage } from "../seller-page";
import { periods } from "./words";

export const metadata: Metadata = { title: "Products" };

export default async function ProductsPage() {
  const seller = await currentSeller();
  const products = await listProductsForDashboard(systemWorld(), seller.caller(true));
  return (
    <SellerPage seller={seller} section="products">
      <PageHeader
        title="Products"
        purpose="Plans people subscribe to and things they buy once. Each has a page of its own."
        actions={
          <Allowed seller={seller} act="product.change">
            <ButtonLink look="primary" href="/dashboard/products/new">
              New product
            </ButtonLink>
          </Allowed>
        }
      />
      {products.length === 0 ? (
        <EmptyState sentence="Nothing is for sale yet. Add your first product; its page is ready at once." />
      ) : (
        <ul className="border-t border-rule">
          {products.map((product) => (
            <ProductRow key={product.id} product={product} seller={seller} />
          ))}
        </ul>
      )}
    </SellerPage>
  );
}

function ProductRow({ product, seller }: { product: ListedProduct; seller: CurrentSeller }) {
  const link = product.interval ? "Subscribe link" : "Product link";
  return (
    <li className="grid gap-3 border-b border-rule py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p>
          <a
            href={`/dashboard/products/${product.id}`}
            className="font-medium underline-offset-2 hover:underline"
          >
            <bdi>{product.name}</bdi>
          </a>{" "}
          <Price product={product} />
        </p>
        <p className="flex gap-4 text-label text-ink-2">
          {product.interval ? subscribers(product.activeSubscribers) : product.kind}
          <StatusMark tone={product.status === "active" ? "plain" : "ended"}>{product.status}</StatusMark>
        </p>
      </div>
      {product.shortDescription ? (
        <p className="max-w-[68ch] text-ink-2">{product.shortDescription}</p>
      ) : null}
      <div className="grid gap-2 sm:grid-cols-[1fr_auto]">
        <CopyField label={`${link} of ${product.name}`} value={product.payUrl} />
        {seller.store.testModeSince && product.interval ? (
          <ButtonLink
            href={`${product.payUrl}?test=1&ref=user_1`}
            aria-label={`Open test page of ${product.name}`}
          >
            Open test page
          </ButtonLink>
        ) : null}
      </div>
    </li>
  );
}

function Price({ product }: { product: ListedProduct }) {
  const money = (minor: bigint) => formatMoney({ minor, currency: product.currency });
  const period = product.interval ? ` ${periods[product.interval]}` : "";
  return (
    <span className="text-ink-2">
      {money(product.salePriceMinor ?? product.priceMinor)}
      {period}
      {product.salePriceMinor === null ? null : (
        <>
          , instead of <del>{money(product.priceMinor)}</del>
        </>
      )}
    </span>
  );
}

function subscribers(count: number): string {
  return count === 1 ? "1 subscriber" : `${count} subscribers`;
}
