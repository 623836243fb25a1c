import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader, Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { type ListedProduct, listSubscriptionProducts } from "@/lib/services/products/list-for-dashboard";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../seller-page";
import { createProductAction } from "./actions";

export const metadata: Metadata = { title: "Products" };

const periods = { week: "every week", month: "every month", quarter: "every 3 months", year: "every year" };

export default async function ProductsPage() {
  const seller = await currentSeller();
  const products = await listSubscriptionProducts(systemWorld(), seller.caller(true));
  return (
    <SellerPage seller={seller} section="products">
      <PageHeader title="Products" purpose="Plans people subscribe to. Each has its own subscribe page." />
      {products.length === 0 ? (
        <EmptyState sentence="Nothing is for sale yet. Add your first plan below; its subscribe page is ready at once." />
      ) : (
        <ul className="border-t border-rule">
          {products.map((product) => (
            <ProductRow key={product.id} product={product} seller={seller} />
          ))}
        </ul>
      )}
      <div className="mt-10">
        <NewProduct currency={seller.store.currency} />
      </div>
    </SellerPage>
  );
}

function ProductRow({ product, seller }: { product: ListedProduct; seller: CurrentSeller }) {
  const price = formatMoney({ minor: product.priceMinor, currency: product.currency });
  return (
    <li className="grid gap-3 border-b border-rule py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p>
          <bdi className="font-medium">{product.name}</bdi>{" "}
          <span className="text-ink-2">
            {price} {product.interval ? periods[product.interval] : ""}
          </span>
        </p>
        <p className="flex gap-4 text-label text-ink-2">
          {product.activeSubscribers === 1 ? "1 subscriber" : `${product.activeSubscribers} subscribers`}
          <StatusMark tone={product.status === "active" ? "plain" : "ended"}>{product.status}</StatusMark>
        </p>
      </div>
      {product.shortDescription ? (
        <p className="max-w-[68ch] text-ink-2">{product.shortDescription}</p>
      ) : null}
      <div className="grid gap-2 sm:grid-cols-[1fr_auto]">
        <CopyField label={`Subscribe link of ${product.name}`} value={product.subscribeUrl} />
        {seller.store.testModeSince ? (
          <ButtonLink
            href={`${product.subscribeUrl}?test=1&ref=user_1`}
            aria-label={`Open test page of ${product.name}`}
          >
            Open test page
          </ButtonLink>
        ) : null}
      </div>
    </li>
  );
}

function NewProduct({ currency }: { currency: string }) {
  return (
    <Section title="New plan">
      <div className="pt-4">
        <FieldForm
          action={createProductAction}
          submit="Add plan"
          fields={[
            { kind: "text", name: "name", label: "Name", placeholder: "Gold" },
            {
              kind: "area",
              name: "description",
              label: "Description",
              help: "Shown on the subscribe page. May stay empty.",
            },
            {
              kind: "text",
              name: "price",
              label: `Price in ${currency}`,
              help: "What each period costs.",
              inputMode: "decimal",
            },
            {
              kind: "select",
              name: "interval",
              label: "Paid",
              value: "month",
              options: Object.entries(periods).map(([value, label]) => ({ value, label })),
            },
          ]}
        />
      </div>
    </Section>
  );
}
