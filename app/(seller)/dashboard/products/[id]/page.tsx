import { FieldForm } from "@/app/_forms/field-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Facts, Notice, PageHeader, Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { may } from "@/lib/domain/roles";
import { deliveringKinds } from "@/lib/services/catalog/deliverables/save";
import type { ListedProduct } from "@/lib/services/catalog/products/list";
import { savedShown, sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { Allowed } from "../../allowed";
import { deliverablesPath, salePath, sitesPath } from "../../paths";
import { PictureSection } from "../../picture-section";
import { SellerPage } from "../../seller-page";
import { ShareBar } from "../../share-bar";
import { copyLabels, problemTitles, sellerWithWords, titledBy } from "../../words";
import { removePictureAction, updateProductAction, uploadPictureAction } from "../actions";
import { changedProductSpecs } from "../product-fields";
import { ownProduct } from "./own-product";

export const generateMetadata = titledBy(async (seller, id) => (await ownProduct(seller, id)).name);

export default async function ProductPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const product = await ownProduct(seller, (await params).id);
  const page = words.text(product.interval ? "subscribeLink" : "productLink");
  return (
    <SellerPage seller={seller} section="products" here={product.name}>
      <PageHeader
        title={product.name}
        purpose={words.text(`kind_${product.kind}`)}
        actions={
          product.status === "active" && !product.interval ? (
            <Allowed seller={seller} act="payment.record">
              <ButtonLink href={`${salePath}?product=${product.id}`}>{words.text("recordSale")}</ButtonLink>
            </Allowed>
          ) : null
        }
      />
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
          <a className="underline underline-offset-2" href={`${sitesPath}?product=${product.id}`}>
            {words.text("sites")}
          </a>
        </p>
      ) : null}
      <ProductFacts product={product} words={words} />
      <Delivers product={product} words={words} />
      <ProductPicture product={product} mayChange={may(seller.role, "product.change")} words={words} />
      <Allowed seller={seller} act="product.change">
        <Section title={words.text("edit")}>
          <div className="pt-4">
            <EditProduct seller={seller} product={product} words={words} />
          </div>
        </Section>
      </Allowed>
    </SellerPage>
  );
}

function ProductFacts({ product, words }: { product: ListedProduct; words: DashboardWords }) {
  const money = (minor: bigint) => formatMoney({ minor, currency: product.currency }, words.lang);
  const period = product.interval ? ` ${words.text(`every_${product.interval}`)}` : "";
  return (
    <div className="mt-6 max-w-[40rem]">
      <Facts
        items={[
          {
            label: words.text("price"),
            value: `${money(product.salePriceMinor ?? product.priceMinor)}${period}`,
          },
          ...(product.salePriceMinor === null
            ? []
            : [{ label: words.text("usualPrice"), value: money(product.priceMinor) }]),
          { label: words.text("status"), value: words.text(`sale_${product.status}`) },
          ...(product.interval
            ? [{ label: words.text("subscriberLabel"), value: String(product.activeSubscribers) }]
            : []),
        ]}
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

function EditProduct(props: { seller: CurrentSeller; product: ListedProduct; words: DashboardWords }) {
  const { seller, product, words } = props;
  return (
    <FieldForm
      action={updateProductAction}
      submit={words.text("save")}
      titles={problemTitles(words)}
      hidden={{
        id: String(product.id),
        seen: sealShown(systemWorld(), `product/${product.id}`, savedShown(product)),
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
