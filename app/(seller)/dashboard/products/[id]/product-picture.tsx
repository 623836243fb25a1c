import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/page-header";
import type { ListedProduct } from "@/lib/services/catalog/products/list";
import { PictureForm } from "../../picture-form";
import { problemTitles } from "../../words";
import { removePictureAction, uploadPictureAction } from "../actions";

/** The picture that the API and the product's page show. One from elsewhere is shown as its address. */
export function ProductPicture({
  product,
  mayChange,
  words,
}: {
  product: ListedProduct;
  mayChange: boolean;
  words: DashboardWords;
}) {
  const { id, imageUrl } = product;
  const fields = { id: String(id) };
  return (
    <Section title={words.text("picture")}>
      <div className="grid gap-4 pt-4">
        {imageUrl ? (
          <div className="flex flex-wrap items-end gap-4">
            <img
              src={new URL(imageUrl).pathname}
              alt={`${product.name}`}
              className="max-h-40 max-w-60 rounded-sm border border-rule bg-white object-contain"
            />
            {mayChange ? (
              <ActionForm to={{ action: removePictureAction, fields }}>
                <Button look="quiet">{words.text("remove")}</Button>
              </ActionForm>
            ) : null}
          </div>
        ) : (
          <p className="text-ink-2">{words.text("noPicture")}</p>
        )}
        {mayChange ? (
          <PictureForm
            action={uploadPictureAction}
            hidden={fields}
            label={words.text("choosePicture")}
            help={words.text("logoHelp")}
            submit={words.text("upload")}
            titles={problemTitles(words)}
          />
        ) : null}
      </div>
    </Section>
  );
}
