import { payScript } from "./colour";
import { PayDocument } from "./document";
import { wordsOf } from "./messages/words";
import { Photo, Theirs } from "./parts";
import { PaySection } from "./pay-form";
import type { PayFormProps } from "./pay-form-types";
import { PreviewTags } from "./preview-tags";
import type { PayPage, Preview, ProductFacts } from "./types";

/** The page of a product for sale, with a quantity where several can be bought. */
export function ProductView(props: {
  page: PayPage;
  product: ProductFacts;
  form: PayFormProps | null;
  preview: Preview;
}) {
  const { page, product, form, preview } = props;
  const words = wordsOf(page.lang);
  return (
    <PayDocument
      page={page}
      title={words.text("buyTitle", { product: product.name })}
      script={payScript}
      head={<PreviewTags page={page} preview={preview} />}
    >
      <Photo picture={product.picture} />
      <h1>
        <Theirs>{product.name}</Theirs>
      </h1>
      <p className="price">
        {form?.quantity ? words.text("eachPrice", { price: product.price }) : product.price}
        {product.wasPrice ? (
          <>
            {" "}
            <span className="soft was">{words.text("wasPrice", { price: product.wasPrice })}</span>
          </>
        ) : null}
      </p>
      {product.description ? (
        <p className="lead keep">
          <Theirs>{product.description}</Theirs>
        </p>
      ) : null}
      <PaySection page={page} form={form} />
    </PayDocument>
  );
}
