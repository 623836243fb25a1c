import { PayDocument } from "./document";
import { type Words, wordsOf } from "./messages/words";
import { Theirs } from "./parts";
import { PreviewTags } from "./preview-tags";
import { storeCss } from "./store-css";
import type { StoreItem, StoreViewProps } from "./types";

/** The store's own page: where `Store.url` leads. */
export function StoreView({ page, description, items, newerHref, olderHref, preview }: StoreViewProps) {
  const words = wordsOf(page.lang);
  return (
    <PayDocument
      page={page}
      title={words.text("onSale")}
      head={
        <>
          <style nonce={page.nonce} dangerouslySetInnerHTML={{ __html: storeCss }} />
          <PreviewTags page={page} preview={preview} />
        </>
      }
    >
      <h1>{words.text("onSale")}</h1>
      {description ? (
        <p className="lead keep">
          <Theirs>{description}</Theirs>
        </p>
      ) : null}
      {items.length === 0 ? <p className="text">{words.text("nothingOnSale")}</p> : null}
      {items.length > 0 ? (
        <ul className="shop">
          {items.map((item) => (
            <li key={item.href}>
              <Item words={words} item={item} />
            </li>
          ))}
        </ul>
      ) : null}
      {newerHref || olderHref ? (
        <p className="turn">
          {newerHref ? (
            <a className="btn" href={newerHref} rel="prev">
              {words.text("storeNewer")}
            </a>
          ) : null}
          {olderHref ? (
            <a className="btn" href={olderHref} rel="next">
              {words.text("storeOlder")}
            </a>
          ) : null}
        </p>
      ) : null}
    </PayDocument>
  );
}

/** One product, which is one link. Its picture loads when it comes into sight, into a place of a fixed size. */
function Item({ words, item }: { words: Words; item: StoreItem }) {
  const { name, picture, text, kind, price, wasPrice, href } = item;
  return (
    <a className="item" href={href}>
      {picture ? (
        <img src={picture} alt="" width="96" height="96" loading="lazy" decoding="async" />
      ) : (
        <span className="blank" aria-hidden="true">
          {[...name][0]}
        </span>
      )}
      <span className="what">
        <b>
          <Theirs>{name}</Theirs>
        </b>
        <span className="cost">
          {price}
          {wasPrice ? (
            <>
              {" "}
              <span className="soft">{words.text("wasPrice", { price: wasPrice })}</span>
            </>
          ) : null}
        </span>
        <span className="soft">{kind}</span>
        {text ? (
          <span className="soft">
            <Theirs>{text}</Theirs>
          </span>
        ) : null}
      </span>
    </a>
  );
}
