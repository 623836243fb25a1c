import { type Language, languageCodes, languages } from "@/lib/domain/languages";
import { wordsOf } from "./messages/words";
import type { PayPage, Seller } from "./types";

/** Help first and in the same place on every page, then the language, then who hosts the page. */
export function SiteFooter({ page }: { page: PayPage }) {
  const words = wordsOf(page.lang);
  return (
    <footer className="foot">
      {page.seller ? <Help page={page} seller={page.seller} /> : null}
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
