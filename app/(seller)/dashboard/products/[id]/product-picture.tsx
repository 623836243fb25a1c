import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { ListedProduct } from "@/lib/services/catalog/products/list";
import { PictureSection } from "../../picture-section";
import { removePictureAction, uploadPictureAction } from "../actions";

/** The picture that the API and the product's page show. One from elsewhere is shown as its address. */
export function ProductPicture({
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
