import { directionOf } from "@/lib/domain/languages";
import { withoutTurns } from "@/lib/domain/text";
import { wordsOf } from "./messages/words";
import { Theirs } from "./parts";
import type { PayPage } from "./types";

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
};

/** One A4 page to print and hang up: the purpose, the price, and the QR code of the page. */
export function PosterView({ page, title, price, scan, url }: PosterViewProps) {
  const words = wordsOf(page.lang);
  const seller = page.seller?.name ?? page.serviceName;
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
          {seller === title ? null : (
            <p className="name">
              <Theirs>{seller}</Theirs>
            </p>
          )}
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
        </main>
      </body>
    </html>
  );
}
