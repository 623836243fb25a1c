import { PayDocument } from "./document";
import { wordsOf } from "./messages/words";
import { priceInWords, Theirs } from "./parts";
import type { StoreViewProps } from "./types";

/** The store's own page: where `Store.url` leads. */
export function StoreView({ page, description, plans, products }: StoreViewProps) {
  const words = wordsOf(page.lang);
  return (
    <PayDocument page={page} title={words.text("onSale")}>
      <h1>{words.text("onSale")}</h1>
      {description ? (
        <p className="lead keep">
          <Theirs>{description}</Theirs>
        </p>
      ) : null}
      {plans.length + products.length === 0 ? <p className="text">{words.text("nothingOnSale")}</p> : null}
      {plans.map(({ plan, href }) => (
        <section key={href}>
          <h2>
            <Theirs>{plan.name}</Theirs>
          </h2>
          <p className="price">{priceInWords(words, plan)}</p>
          {plan.description ? (
            <p className="text">
              <Theirs>{plan.description}</Theirs>
            </p>
          ) : null}
          <a className="btn plan" href={href}>
            {words.rich("choosePlan", { plan: <Theirs>{plan.name}</Theirs> })}
          </a>
        </section>
      ))}
      {products.map(({ product, href }) => (
        <section key={href}>
          <h2>
            <Theirs>{product.name}</Theirs>
          </h2>
          <p className="price">{product.price}</p>
          {product.description ? (
            <p className="text">
              <Theirs>{product.description}</Theirs>
            </p>
          ) : null}
          <a className="btn plan" href={href}>
            {words.rich("seeProduct", { product: <Theirs>{product.name}</Theirs> })}
          </a>
        </section>
      ))}
    </PayDocument>
  );
}
