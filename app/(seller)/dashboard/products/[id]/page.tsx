import { FieldForm } from "@/app/_forms/field-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { facts, TextLink } from "@/components/dashboard/pieces";
import { Facts, Notice, Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { formatMoney } from "@/lib/domain/money";
import { may } from "@/lib/domain/roles";
import { deliveringKinds } from "@/lib/services/catalog/deliverables/save";
import type { ListedProduct } from "@/lib/services/catalog/products/list";
import { savedShown, sealShown } from "@/lib/services/core/shown";
import { deliverablesPath, salePath, sitesPath } from "../../paths";
import { PictureSection } from "../../picture-section";
import { Allowed, SellerPage, sellerPage } from "../../seller-page";
import { ShareBar } from "../../share-bar";
import { type AtStore, copyLabels, problemTitles, titledBy } from "../../words";
import { removePictureAction, updateProductAction, uploadPictureAction } from "../actions";
import { changedProductSpecs, ownProduct } from "../product-fields";

export const generateMetadata = titledBy(async (seller, id) => (await ownProduct(seller, id)).name);

export default sellerPage("products", async (who, { id }) => {
  const { seller, words } = who;
  const product = await ownProduct(seller, id);
  const page = words.text(product.interval ? "subscribeLink" : "productLink");
  return (
    <SellerPage
      {...who}
      here={product.name}
      title={product.name}
      purpose={words.text(`kind_${product.kind}`)}
      actions={
        product.status === "active" && !product.interval ? (
          <Allowed seller={seller} act="payment.record">
            <ButtonLink href={`${salePath}?n.${product.id}=1`}>{words.text("recordSale")}</ButtonLink>
          </Allowed>
        ) : null
      }
    >
      {product.status === "active" ? (
        <ShareBar
          label={page}
          url={product.payUrl}
          text={`${seller.store.name}: ${product.name} ${product.payUrl}`}
          codesOf={product.name}
          words={words}
        />
      ) : (
        <CopyField label={page} value={product.payUrl} labels={copyLabels(words)} />
      )}
      {product.status === "active" ? (
        <p className="mt-3">
          <TextLink href={`${sitesPath}?product=${product.id}`}>{words.text("sites")}</TextLink>
        </p>
      ) : null}
      <ProductFacts product={product} words={words} />
      <Delivers product={product} words={words} />
      <ProductPicture product={product} mayChange={may(seller.role, "product.change")} words={words} />
      <Allowed seller={seller} act="product.change">
        <Section title={words.text("edit")}>
          <div className="pt-4">
            <EditProduct who={who} product={product} />
          </div>
        </Section>
      </Allowed>
    </SellerPage>
  );
});

function ProductFacts({ product, words }: { product: ListedProduct; words: DashboardWords }) {
  const money = (minor: bigint) => formatMoney({ minor, currency: product.currency }, words.lang);
  const period = product.interval ? ` ${words.text(`every_${product.interval}`)}` : "";
  return (
    <div className="mt-6 max-w-[40rem]">
      <Facts
        items={facts(words, {
          price: `${money(product.salePriceMinor ?? product.priceMinor)}${period}`,
          usualPrice: product.salePriceMinor !== null && money(product.priceMinor),
          status: words.text(`sale_${product.status}`),
          subscriberLabel: product.interval && String(product.activeSubscribers),
        })}
      />
    </div>
  );
}

/** What its buyers get by themselves; a digital product that gives nothing yet says what that means. */
function Delivers({ product, words }: { product: ListedProduct; words: DashboardWords }) {
  if (!deliveringKinds.includes(product.kind)) return null;
  return (
    <Section title={words.text("productDelivers")}>
      <div className="grid justify-items-start gap-3 pt-4">
        {product.kind === "digital" && !product.delivers ? (
          <Notice tone="warn" title={words.text("deliversNothingYet")}>
            <p>{words.text("deliversNothingMeans")}</p>
          </Notice>
        ) : null}
        <ButtonLink href={deliverablesPath(product.id)}>{words.text("productDelivers")}</ButtonLink>
      </div>
    </Section>
  );
}

function EditProduct(props: { who: AtStore; product: ListedProduct }) {
  const { who, product } = props;
  const { seller, words, world } = who;
  return (
    <FieldForm
      action={updateProductAction}
      submit={words.text("save")}
      titles={problemTitles(words)}
      hidden={{
        id: String(product.id),
        seen: sealShown(world, `product/${product.id}`, savedShown(product)),
      }}
      fields={changedProductSpecs(words, seller.store, product)}
    />
  );
}

/** The picture that the API and the product's page show. One from elsewhere is shown as its address. */
function ProductPicture({
  product: { id, name, imageUrl },
  mayChange,
  words,
}: {
  product: ListedProduct;
  mayChange: boolean;
  words: DashboardWords;
}) {
  return (
    <PictureSection
      title={words.text("picture")}
      picture={
        imageUrl ? (
          <img
            src={new URL(imageUrl).pathname}
            alt={name}
            className="max-h-40 max-w-60 rounded-sm border border-rule bg-white object-contain"
          />
        ) : null
      }
      none={words.text("noPicture")}
      choose={words.text("choosePicture")}
      upload={uploadPictureAction}
      remove={removePictureAction}
      fields={{ id: String(id) }}
      {...{ mayChange, words }}
    />
  );
}
