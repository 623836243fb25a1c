import { FieldForm } from "@/app/_forms/field-form";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import type { FormState } from "@/lib/auth/form-state";
import type { DiscountRow } from "@/lib/services/catalog/discounts/read";
import { listProductsForDashboard } from "@/lib/services/catalog/products/list";
import { savedShown, sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { problemTitles, wordsFor } from "../words";
import { discountSpecs } from "./discount-fields";

export async function DiscountEditor({
  seller,
  discount,
  action,
  submit,
}: {
  seller: CurrentSeller;
  discount: DiscountRow | null;
  action: (previous: FormState, form: FormData) => Promise<FormState>;
  submit: string;
}) {
  const words = wordsFor(seller);
  const listed = await listProductsForDashboard(systemWorld(), seller.caller(true));
  // What it is for stays there to be seen and kept, whatever became of it.
  const isChosen = ({ id }: { id: number }) => discount?.productIds.includes(id) ?? false;
  const others = listed.filter((product) => product.status !== "archived" && !isChosen(product));
  const products = [...listed.filter(isChosen), ...others].slice(0, 100);
  return (
    <FieldForm
      action={action}
      submit={submit}
      titles={problemTitles(words)}
      fields={discountSpecs({ words, store: seller.store, products, discount })}
      more={words.text("moreChoices")}
      hidden={
        discount
          ? {
              id: String(discount.id),
              seen: sealShown(systemWorld(), `discount/${discount.id}`, savedShown(discount)),
            }
          : {}
      }
    />
  );
}
