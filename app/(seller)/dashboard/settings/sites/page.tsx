import { FieldForm } from "@/app/_forms/field-form";
import { Section } from "@/components/ui/blocks";
import { CodeBlock } from "@/components/ui/copy-button";
import { CopyField } from "@/components/ui/copy-field";
import { rowIdOf } from "@/lib/domain/token";
import { readProductForDashboard } from "@/lib/services/catalog/products/list";
import { Allowed, SellerPage, sellerPage } from "../../seller-page";
import { copyLabels, titled } from "../../words";
import { saveSitesAction } from "../actions";
import { buyButton, priceTable, scriptTag, sitesSpecs } from "./snippets";

export const generateMetadata = titled("sites");

/** What to copy into one's own site; with `?product=` the button of a product too. */
export default sellerPage("settings", async (who, { search }) => {
  const { seller, world, caller, words } = who;
  const { store } = seller;
  const { siteUrl } = world.config;
  const id = rowIdOf(String(search.product ?? ""));
  const product = id ? await readProductForDashboard(world, caller, id) : null;
  return (
    <SellerPage
      {...who}
      here={words.text("sites")}
      title={words.text("sites")}
      purpose={words.text("sitesPurpose")}
    >
      {product ? (
        <Snippet
          title={words.text("sitesButton", { product: product.name })}
          help={words.text("sitesButtonHelp")}
          text={buyButton(product.payUrl, product.name)}
          labels={copyLabels(words)}
        />
      ) : (
        <p className="mb-6 text-ink-2">{words.text("sitesAny")}</p>
      )}
      <Snippet
        title={words.text("sitesTable")}
        help={words.text("sitesTableHelp")}
        text={priceTable(siteUrl, store)}
        labels={copyLabels(words)}
      />
      <Snippet
        title={words.text("sitesScript")}
        help={words.text("sitesScriptHelp", { origin: new URL(siteUrl).origin })}
        text={scriptTag(siteUrl)}
        labels={copyLabels(words)}
      />
      <Section title={words.text("sitesLabel")}>
        <p className="max-w-[68ch] py-4 text-ink-2">{words.text("sitesHeard")}</p>
        {store.sites.length > 0 ? (
          <CodeBlock label={words.text("sitesLabel")}>{store.sites.join("\n")}</CodeBlock>
        ) : null}
        <div className="pt-4">
          <Allowed seller={seller} act="store.settings" aloud>
            <FieldForm
              action={saveSitesAction}
              submit={words.text("save")}
              fields={sitesSpecs(words, store.sites)}
            />
          </Allowed>
        </div>
      </Section>
    </SellerPage>
  );
});

interface SnippetProps {
  title: string;
  help: string;
  text: string;
  labels: ReturnType<typeof copyLabels>;
}

function Snippet({ title, help, text, labels }: SnippetProps) {
  return (
    <Section title={title}>
      <div className="mb-8 grid gap-3 pt-4">
        <p className="max-w-[68ch] text-ink-2">{help}</p>
        <CopyField label={title} value={text} labels={labels} />
      </div>
    </Section>
  );
}
