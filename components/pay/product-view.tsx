import { PayDocument } from "./document";
import { wordsOf } from "./messages/words";
import { Photo, Theirs } from "./parts";
import { PaySection } from "./pay-form";
import type { PayFormProps } from "./pay-form-types";
import { payScript } from "./script";
import type { PayPage, Ware } from "./types";

/** A product that is bought, once or several of it. */
export function ProductView(props: { page: PayPage; ware: Ware; form: PayFormProps | null }) {
  const { page, ware, form } = props;
  const words = wordsOf(page.lang);
  return (
    <PayDocument page={page} title={words.text("buyTitle", { product: ware.name })} script={payScript}>
      <Photo src={ware.picture} />
      <h1>
        <Theirs>{ware.name}</Theirs>
      </h1>
      <p className="price">
        {form?.quantity ? words.text("eachPrice", { price: ware.price }) : ware.price}
        {ware.wasPrice ? (
          <>
            {" "}
            <span className="soft was">{words.text("wasPrice", { price: ware.wasPrice })}</span>
          </>
        ) : null}
      </p>
      {ware.description ? (
        <p className="lead keep">
          <Theirs>{ware.description}</Theirs>
        </p>
      ) : null}
      <PaySection page={page} form={form} />
    </PayDocument>
  );
}
