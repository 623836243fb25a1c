import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { productKinds } from "@/lib/services/products/product-input";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { createProductAction } from "../actions";
import { kindNames, periods } from "../words";

export const metadata: Metadata = { title: "New product" };

export default async function NewProductPage() {
  const seller = await currentSeller();
  const { currency } = seller.store;
  return (
    <SellerPage seller={seller} section="products" here="New product">
      <PageHeader
        title="New product"
        purpose="It is for sale at once, at a page of its own that you can share."
      />
      <Allowed seller={seller} act="product.change" aloud>
        <FieldForm
          action={createProductAction}
          submit="Add product"
          fields={[
            {
              kind: "select",
              name: "kind",
              label: "Kind",
              value: "subscription",
              help: "What you send, do or keep free waits for you after payment; the rest is done at once.",
              options: productKinds.map((value) => ({ value, label: kindNames[value] })),
            },
            { kind: "text", name: "name", label: "Name", placeholder: "Gold" },
            {
              kind: "area",
              name: "description",
              label: "Description",
              help: "Shown on its page. May stay empty.",
            },
            {
              kind: "text",
              name: "price",
              label: `Price in ${currency}`,
              help: "Of a subscription: what each period costs.",
              inputMode: "decimal",
            },
            {
              kind: "text",
              name: "salePrice",
              label: `Sale price in ${currency}`,
              help: "A lower price for now. May stay empty.",
              inputMode: "decimal",
            },
            {
              kind: "select",
              name: "interval",
              label: "Paid",
              help: "For subscriptions only.",
              value: "month",
              options: Object.entries(periods).map(([value, label]) => ({ value, label })),
            },
          ]}
        />
      </Allowed>
    </SellerPage>
  );
}
