import type { ReactNode } from "react";
import { directionOf, type Language, languageCodes, languages } from "@/lib/domain/languages";
import { withoutTurns } from "@/lib/domain/text";
import { moment } from "@/lib/text/dates";
import { helpAddress } from "../help";
import { wordsOf } from "./parts";
import { payCss, payScript, sellerColours } from "./pay-css";
import type { PayPage, Preview, Seller } from "./types";

export type PayDocumentProps = {
  page: PayPage;
  /** Plain text of the browser tab; the seller's name is added. */
  title: string;
  children: ReactNode;
  /** Address of the optional script: `payScript`. Pages must do everything without it. */
  script?: string;
  /** More of the head: the preview of a shared link, an additional style sheet with the page's nonce. */
  head?: ReactNode;
  /** The browser tab shows only the title, so that a shared link names nobody. */
  neutral?: boolean;
  /** Without script: opens `to` (the page itself when null) after this many seconds. */
  refresh?: { seconds: number; to: string | null } | undefined;
};

/** The whole page around a view. Put "<!doctype html>" before its static markup. */
export function PayDocument({ page, title, children, script, refresh, head, neutral }: PayDocumentProps) {
  const { seller } = page;
  return (
    <html lang={page.lang} dir={directionOf(page.lang)}>
      <head>
        <meta charSet="utf-8" />
        <title>{withoutTurns(seller && !neutral ? `${title} · ${seller.name}` : title)}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="light dark" />
        {/* Written here, it is no request of its own. */}
        <link rel="icon" href={iconOf(seller?.colour)} />
        {/* Our own sheet; its only external value is a checked #RRGGBB. */}
        <style
          nonce={page.nonce}
          dangerouslySetInnerHTML={{ __html: payCss(seller?.colour, directionOf(page.lang)) }}
        />
        {refresh ? <Refresh {...refresh} /> : null}
        {head}
      </head>
      <body>
        {page.paused ? <p className="bar">{wordsOf(page.lang).text("pausedBar")}</p> : null}
        {page.test ? <div className="bar">{wordsOf(page.lang).text("testBar")}</div> : null}
        {page.sandbox ? <SandboxBar page={page} {...page.sandbox} /> : null}
        {page.railTest ? <p className="play">{wordsOf(page.lang).text("railTestBar")}</p> : null}
        <div className="col">
          {seller ? <SellerHeader seller={seller} lang={page.lang} /> : null}
          <main {...(page.done ? { "data-done": page.done.kind, "data-to": page.done.to.join(" ") } : {})}>
            {children}
          </main>
          <SiteFooter page={page} />
        </div>
        {/* Last, so that on a slow line it takes nothing from what is to be read. */}
        {script || page.done ? <script src={script ?? payScript} defer /> : null}
      </body>
    </html>
  );
}

/** A square of the seller's colour. */
function iconOf(colour: string | null | undefined): string {
  const fill = sellerColours(colour)?.back ?? "#14532d";
  return `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='9' height='9' rx='1' fill='${fill.replace("#", "%23")}'/></svg>`;
}

/** Only without script. With script the page stays while somebody reads it, and changes when there is news. */
function Refresh({ seconds, to }: { seconds: number; to: string | null }) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={to === null ? `${seconds}` : `${seconds};url=${to}`} />
    </noscript>
  );
}

function SandboxBar({ page, phone, until }: { page: PayPage } & NonNullable<PayPage["sandbox"]>) {
  const words = wordsOf(page.lang);
  return (
    <p className="play">
      {words.text("sandboxBar")}{" "}
      {until ? `${words.text("sandboxUntil", { time: moment(page, until) })} ` : null}
      {phone ? <a href={phone}>{words.text("sandboxPhone")}</a> : null}
    </p>
  );
}

function SellerHeader({ seller, lang }: { seller: Seller; lang: Language }) {
  return (
    <header className="who">
      {seller.logo ? (
        <img className="logo" src={seller.logo} alt="" width="40" height="40" />
      ) : (
        <div className="tile" aria-hidden="true">
          {initials(seller.name)}
        </div>
      )}
      <div>
        <p className="name">
          <bdi>{seller.name}</bdi>
        </p>
        {seller.isVerified ? <p className="soft">{wordsOf(lang).text("verifiedSeller")}</p> : null}
      </div>
    </header>
  );
}

/** "MK" for "Maji Kwetu". Whole letters, so a letter with its tone mark stays in one piece. */
function initials(name: string): string {
  const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...letters.segment(word)][0]?.segment ?? "")
    .join("")
    .toUpperCase();
}

/** Help first and in the same place on every page, then the language, then who hosts the page. */
function SiteFooter({ page }: { page: PayPage }) {
  const words = wordsOf(page.lang);
  return (
    <footer className="foot">
      {page.seller ? <Help page={page} seller={page.seller} /> : null}
      <HowItWorks page={page} />
      <nav aria-label={words.text("language")}>
        {languageCodes.map((lang) =>
          lang === page.lang ? (
            <b key={lang} aria-current="true">
              {languages[lang].name}
            </b>
          ) : (
            <a key={lang} href={inLanguage(page, lang)} lang={lang} hrefLang={lang}>
              {languages[lang].name}
            </a>
          ),
        )}
      </nav>
      <p>{words.rich("hostedBy", { service: <bdi>{page.serviceName}</bdi> })}</p>
    </footer>
  );
}

function inLanguage({ languageLinks: { path, keep } }: PayPage, lang: Language): string {
  return `${path}?${new URLSearchParams({ ...keep, hl: lang })}`;
}

function Help({ page, seller }: { page: PayPage; seller: Seller }) {
  const words = wordsOf(page.lang);
  return (
    <>
      <p>{words.rich("help", { seller: <bdi>{seller.name}</bdi> })}</p>
      {seller.phone ? (
        <p>
          <a href={`tel:${seller.phone.replace(/[^\d+]/g, "")}`}>
            {words.rich("call", { phone: <bdi>{seller.phone}</bdi> })}
          </a>
        </p>
      ) : null}
      {seller.email ? (
        <p>
          <a href={`mailto:${encodeURIComponent(seller.email).replace("%40", "@")}`}>
            {words.rich("write", { email: <bdi>{seller.email}</bdi> })}
          </a>
        </p>
      ) : null}
    </>
  );
}

/** The handbook's page for payers, where it speaks of this one. */
function HowItWorks({ page: { lang, languageLinks } }: { page: PayPage }) {
  const address = helpAddress(languageLinks.path, lang);
  return address ? (
    <p>
      <a href={address}>{wordsOf(lang).text("howThisWorks")}</a>
    </p>
  ) : null;
}

/** The preview of a shared page in a chat. The picture's size is given, so that nothing must be fetched to know it. */
export function PreviewTags({ page, preview }: { page: PayPage; preview: Preview }) {
  const { url, image } = preview;
  const [title, text] = [withoutTurns(preview.title), withoutTurns(preview.text)];
  const tags = {
    "og:type": "website",
    "og:title": title,
    "og:description": text,
    ...(url === null ? {} : { "og:url": url }),
    "og:site_name": page.serviceName,
    "og:image": image,
    "og:image:type": "image/png",
    "og:image:width": "1200",
    "og:image:height": "630",
  };
  return (
    <>
      <meta name="description" content={text} />
      {Object.entries(tags).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
