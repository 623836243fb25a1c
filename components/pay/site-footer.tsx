import { languageCodes, languages } from "@/lib/domain/languages";
import { wordsOf } from "./messages/words";
import { HiddenFields } from "./parts";
import type { PayPage, Seller } from "./types";

/** Help first and in the same place on every page, then the language, then who hosts the page. */
export function SiteFooter({ page }: { page: PayPage }) {
  const words = wordsOf(page.lang);
  return (
    <footer className="foot">
      {page.seller ? <Help page={page} seller={page.seller} /> : null}
      <form action={page.languageForm.action} method="get">
        <HiddenFields fields={page.languageForm.keep} />
        <label htmlFor="hl">{words.text("language")}</label>
        <select id="hl" name="hl" defaultValue={page.lang}>
          {languageCodes.map((lang) => (
            <option key={lang} value={lang} lang={lang}>
              {languages[lang].name}
            </option>
          ))}
        </select>
        <button type="submit" className="btn">
          {words.text("change")}
        </button>
      </form>
      <p>{words.rich("hostedBy", { service: <bdi>{page.serviceName}</bdi> })}</p>
    </footer>
  );
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
