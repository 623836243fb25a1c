import { directionOf } from "@/lib/domain/languages";
import { withoutTurns } from "@/lib/domain/text";
import { PayDocument, PreviewTags } from "./document";
import { Photo, sellerName, Theirs, type Words, Written, wordsOf } from "./parts";
import { payScript, storeCss } from "./pay-css";
import { PaySection } from "./pay-form";
import type { PayFormProps } from "./pay-form-types";
import type { PayPage, PictureFacts, Preview } from "./types";

/** A product for sale, as payers see it. Prices are formatted; `wasPrice` is set during a lower price. */
export type ProductFacts = {
  name: string;
  description: string | null;
  picture?: PictureFacts | null;
  price: string;
  wasPrice: string | null;
};

/** One plan or product in a store's list. The price is formatted; of a plan it says how often. */
export type StoreItem = {
  name: string;
  /** The beginning of its description. */
  text: string | null;
  kind: string;
  price: string;
  wasPrice: string | null;
  /** Path of its small picture on this server. */
  picture: string | null;
  href: string;
};

/** A store's own page: what it sells, each with its own page. */
export type StoreViewProps = {
  page: PayPage;
  description: string | null;
  items: StoreItem[];
  /** The pages of the list before and after this one. */
  newerHref: string | null;
  olderHref: string | null;
  preview: Preview;
};

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
      <Written look="lead keep" text={description} />
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
      <Photo picture={product.picture} name={product.name} />
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
      <Written look="lead keep" text={product.description} />
      <PaySection page={page} form={form} />
    </PayDocument>
  );
}

const css = `
@page{size:A4;margin:0}
*{box-sizing:border-box}
body{margin:0;background:#fff;color:#1B1C19;font:1rem/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
main{width:100%;max-width:210mm;min-height:100vh;margin:0 auto;padding:18mm 15mm;text-align:center;border-top:6mm solid #1B1C19}
p,h1{margin:0}
.name{font-size:1.5rem;font-weight:600}
h1{font-size:2.5rem;line-height:1.15;margin-top:12mm}
.price{font-size:2rem;margin-top:4mm}
img{display:block;width:100%;max-width:110mm;height:auto;margin:10mm auto 6mm}
.scan{font-size:2rem;font-weight:600}
.url{font-size:1.25rem;font-weight:600;margin-top:3mm}
@media print{main{border-top:6mm solid #000}}
`.replace(/\n/g, "");

export type PosterViewProps = {
  page: PayPage;
  title: string;
  price: string | null;
  /** What scanning the code is for. */
  scan: string;
  url: string;
  /** What to dial without internet; null where nobody answers. */
  dial: string | null;
};

/** One A4 page to print and hang up: the purpose, the price, and the QR code of the page. */
export function PosterView({ page, title, price, scan, url, dial }: PosterViewProps) {
  const words = wordsOf(page.lang);
  const seller = sellerName(page);
  return (
    <html lang={page.lang} dir={directionOf(page.lang)}>
      <head>
        <meta charSet="utf-8" />
        <title>{withoutTurns(title)}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <style nonce={page.nonce} dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <main>
          {seller === title ? null : <Written look="name" text={seller} />}
          <h1>
            <Theirs>{title}</Theirs>
          </h1>
          {price ? <p className="price">{price}</p> : null}
          <img src={`${new URL(url).pathname}/qr.svg`} alt={`QR: ${url}`} width="600" height="600" />
          <p className="scan">{scan}</p>
          <p>{words.text("posterHow")}</p>
          <p className="url" dir="ltr">
            {url}
          </p>
          {dial ? <p className="url">{words.text("reviveCall", { ussd: `\u2066${dial}\u2069` })}</p> : null}
        </main>
      </body>
    </html>
  );
}
