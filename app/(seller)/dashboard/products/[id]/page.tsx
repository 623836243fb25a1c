import { z } from "zod";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { FactsBeside, facts, Press, TextLink } from "@/components/dashboard/pieces";
import { Facts, Notice, Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { idField, sellerButton } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { formatMoney } from "@/lib/domain/money";
import { may } from "@/lib/domain/roles";
import { listOrders } from "@/lib/services/billing/orders/list";
import { deliveringKinds } from "@/lib/services/catalog/deliverables/save";
import type { ListedProduct } from "@/lib/services/catalog/products/list";
import { removePicture } from "@/lib/services/catalog/products/save";
import { deliverablesPath, productPath, salePath, sitesPath } from "../../paths";
import { PaymentsSection } from "../../payments-section";
import { Allowed, SellerPage, sellerPage } from "../../seller-page";
import { ShareBar } from "../../share-bar";
import { type AtStore, copyLabels, titledBy, wordsFor } from "../../words";
import { ownProduct } from "../product-fields";

export const generateMetadata = titledBy(async (seller, id) => (await ownProduct(seller, id)).name);

const remove = sellerButton(
  "/dashboard/products",
  z.object({ id: idField }),
  async (seller, { id }, world) => {
    await removePicture(world, seller.caller(true), id);
    return done(productPath(id), wordsFor(seller).text("pictureRemoved"));
  },
);

async function removeAction(form: FormData) {
  "use server";
  return remove(form);
}

export default sellerPage("products", async (who, { id }) => {
  const { seller, world, caller, words, timeZone } = who;
  const product = await ownProduct(seller, id);
  const { rows } = await listOrders(world, caller, { productId: product.id }, { skip: 0, take: 20 });
  const orders = rows.filter(({ paidAt }) => paidAt !== null);
  return (
    <SellerPage
      {...who}
      here={product.name}
      title={<bdi className="wrap-anywhere">{product.name}</bdi>}
      purpose={words.text(`kind_${product.kind}`)}
      actions={
        <>
          <Allowed seller={seller} act="product.change">
            <ButtonLink href={`${productPath(product.id)}/edit`}>{words.text("edit")}</ButtonLink>
          </Allowed>
          {product.status === "active" && !product.interval ? (
            <Allowed seller={seller} act="payment.record">
              <ButtonLink href={`${salePath}?n.${product.id}=1`}>{words.text("recordSale")}</ButtonLink>
            </Allowed>
          ) : null}
        </>
      }
    >
      <Missing product={product} words={words} />
      <Share product={product} store={seller.store} words={words} />
      <FactsBeside>
        <Section title={words.text("details")}>
          <ProductFacts product={product} mayChange={may(seller.role, "product.change")} words={words} />
        </Section>
        <PaymentsSection {...{ orders, timeZone, words }} />
      </FactsBeside>
    </SellerPage>
  );
});

interface About {
  product: ListedProduct;
  words: DashboardWords;
}

function Share({ product, store, words }: About & Pick<AtStore["seller"], "store">) {
  const { name, payUrl, interval, status } = product;
  const label = words.text(interval ? "subscribeLink" : "productLink");
  if (status !== "active") return <CopyField label={label} value={payUrl} labels={copyLabels(words)} />;
  return (
    <ShareBar
      {...{ label, words }}
      isNext
      url={payUrl}
      text={`${store.name}: ${name} ${payUrl}`}
      codesOf={name}
    >
      <ButtonLink href={`${sitesPath}?product=${product.id}`}>{words.text("sites")}</ButtonLink>
      {store.testModeSince && interval ? (
        <ButtonLink href={`${payUrl}?test=1&ref=user_1`}>{words.text("openTestPage")}</ButtonLink>
      ) : null}
    </ShareBar>
  );
}

/** With the picture that the API and the product's page show; one from elsewhere is shown as its name. */
function ProductFacts({ product, mayChange, words }: About & { mayChange: boolean }) {
  const { id, kind, name, imageUrl, currency, interval, salePriceMinor, priceMinor } = product;
  const money = (minor: bigint) => formatMoney({ minor, currency }, words.lang);
  const period = interval ? ` ${words.text(`every_${interval}`)}` : "";
  return (
    <>
      {imageUrl ? (
        <div className="flex items-end gap-4 py-4">
          <img
            src={new URL(imageUrl).pathname}
            alt={name}
            className="max-h-40 max-w-60 rounded-sm border border-rule bg-white object-contain"
          />
          {mayChange ? (
            <Press action={removeAction} fields={{ id: String(id) }} look="quiet">
              {words.text("remove")}
            </Press>
          ) : null}
        </div>
      ) : null}
      <Facts
        items={facts(words, {
          price: `${money(salePriceMinor ?? priceMinor)}${period}`,
          usualPrice: salePriceMinor !== null && money(priceMinor),
          status: words.text(`sale_${product.status}`),
          subscriberLabel: interval && String(product.activeSubscribers),
          productDescription: product.shortDescription,
          productDelivers: deliveringKinds.includes(kind) && (
            <TextLink href={deliverablesPath(id)}>
              {words.text(product.delivers ? "change" : "addFile")}
            </TextLink>
          ),
        })}
      />
    </>
  );
}

/** A digital product that gives nothing yet says what that means: it is what to do next. */
function Missing({ product, words }: About) {
  if (product.kind !== "digital" || product.delivers) return null;
  return (
    <div className="mb-6">
      <Notice tone="warn" title={words.text("deliversNothingYet")}>
        <p className="mb-3">{words.text("deliversNothingMeans")}</p>
        <ButtonLink look="primary" href={deliverablesPath(product.id)}>
          {words.text("productDelivers")}
        </ButtonLink>
      </Notice>
    </div>
  );
}
