import { StoreView } from "@/components/pay/store-view";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readStorePage } from "@/lib/services/money/checkout/pages/read-store-page";
import { planOf, productFactsOf } from "../../plan";
import { closed, payRoute, show } from "../../respond";

/** The store's own page. It names no payer and changes nothing. */
export const GET = payRoute<{ slug: string }>(async (pay, { slug }) => {
  const found = await readStorePage(systemWorld(), slug);
  if (!found) return closed(pay, null, { kind: "not_found" }, 404);
  const { store, products } = found;
  if (store.status === "suspended") return closed(pay, store, { kind: "store_suspended" }, 200);
  const plans = products.flatMap((product) => {
    const plan = planOf(product, pay.lang(store));
    return plan ? [{ plan, href: `/subscribe/${product.token}` }] : [];
  });
  const once = products
    .filter(({ interval }) => !interval)
    .map((product) => ({
      product: productFactsOf(product, pay.lang(store)),
      href: `/product/${product.token}`,
    }));
  const page = pay.page(store, { test: false });
  return show(pay, <StoreView page={page} description={store.description} plans={plans} products={once} />);
});
