import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { Facts } from "@/components/ui/facts";
import { PageHeader, Section } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { formatMoney, toMajorText } from "@/lib/domain/money";
import { may } from "@/lib/domain/roles";
import { type ListedProduct, readProductForDashboard } from "@/lib/services/products/list-for-dashboard";
import { systemWorld } from "@/lib/services/system-world";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { updateProductAction } from "../actions";
import { kindNames, periods, statusNames } from "../words";
import { ProductPicture } from "./product-picture";

export const metadata: Metadata = { title: "Product" };

export default async function ProductPage({ params }: { params: Promise<{ id: string }> }) {
  const seller = await currentSeller();
  const { id } = await params;
  const number = /^\d{1,9}$/.test(id) ? Number(id) : 0;
  const product = await readProductForDashboard(systemWorld(), seller.caller(true), number);
  if (!product) notFound();
  const page = product.interval ? "Subscribe link" : "Product link";
  return (
    <SellerPage seller={seller} section="products" here={product.name}>
      <PageHeader title={product.name} purpose={kindNames[product.kind]} />
      <div className="grid max-w-[40rem] gap-2 sm:grid-cols-[1fr_auto]">
        <CopyField label={page} value={product.payUrl} />
        <ButtonLink href={product.payUrl}>Open the page</ButtonLink>
      </div>
      <ProductFacts product={product} />
      <ProductPicture product={product} mayChange={may(seller.role, "product.change")} />
      <Allowed seller={seller} act="product.change">
        <Section title="Edit">
          <div className="pt-4">
            <EditProduct product={product} />
          </div>
        </Section>
      </Allowed>
    </SellerPage>
  );
}

function ProductFacts({ product }: { product: ListedProduct }) {
  const money = (minor: bigint) => formatMoney({ minor, currency: product.currency });
  const period = product.interval ? ` ${periods[product.interval]}` : "";
  return (
    <div className="mt-6 max-w-[40rem]">
      <Facts
        items={[
          { label: "Price", value: `${money(product.salePriceMinor ?? product.priceMinor)}${period}` },
          ...(product.salePriceMinor === null
            ? []
            : [{ label: "Usual price", value: money(product.priceMinor) }]),
          { label: "Status", value: statusNames[product.status] },
          ...(product.interval ? [{ label: "Subscribers", value: String(product.activeSubscribers) }] : []),
        ]}
      />
    </div>
  );
}

function EditProduct({ product }: { product: ListedProduct }) {
  const { currency, activeSubscribers } = product;
  const typed = (minor: bigint) => toMajorText({ minor, currency });
  const keeps =
    activeSubscribers === 0
      ? "Holds for payments from now on."
      : `Holds for new subscribers. The ${activeSubscribers} you have keep the price they signed up to.`;
  return (
    <FieldForm
      action={updateProductAction}
      submit="Save"
      hidden={{ id: String(product.id) }}
      fields={[
        { kind: "text", name: "name", label: "Name", value: product.name },
        { kind: "area", name: "description", label: "Description", value: product.shortDescription },
        {
          kind: "text",
          name: "price",
          label: `Price in ${currency}`,
          help: keeps,
          inputMode: "decimal",
          value: typed(product.priceMinor),
        },
        {
          kind: "text",
          name: "salePrice",
          label: `Sale price in ${currency}`,
          help: "A lower price for now. May stay empty.",
          inputMode: "decimal",
          value: product.salePriceMinor === null ? "" : typed(product.salePriceMinor),
        },
        {
          kind: "select",
          name: "status",
          label: "Status",
          value: product.status,
          options: Object.entries(statusNames).map(([value, label]) => ({ value, label })),
        },
      ]}
    />
  );
}
