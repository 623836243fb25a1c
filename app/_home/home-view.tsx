import type { ReactNode } from "react";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { PlanFees } from "@/lib/domain/fees";
import { dashboardLanguages, languages } from "@/lib/domain/languages";
import { formatMoney } from "@/lib/domain/money";
import { feeWords } from "./fee-words";
import { homeCss } from "./home-css";

interface HomeViewProps {
  words: DashboardWords;
  serviceName: string;
  plan: PlanFees;
  /** Null: the operator has set none. */
  termsUrl: string | null;
}

/** What this service is, for whom, at what price. A whole page without any script. */
export function HomeView({ words, serviceName, plan, termsUrl }: HomeViewProps) {
  const service = serviceName;
  const { text } = words;
  return (
    <html lang={words.lang}>
      <head>
        <meta charSet="utf-8" />
        <title>{`${service} · ${text("homeTitle")}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={text("homeLead", { service })} />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {/* Our own sheet, without any outside value. */}
        <style dangerouslySetInnerHTML={{ __html: homeCss }} />
      </head>
      <body>
        <div className="page">
          <header className="top">
            <b>{service}</b>
            <Top words={words} />
          </header>
          <main>
            <div className="hero">
              <div>
                <h1>{text("homeTitle")}</h1>
                <p className="lead">{text("homeLead", { service })}</p>
                <p className="go">
                  <a className="btn pri" href="/sign-up">
                    {text("openShop")}
                  </a>
                  <a className="btn" href="/sign-in">
                    {text("signIn")}
                  </a>
                </p>
                <p className="fee">{feeWords(words, plan)}</p>
              </div>
              <Slip words={words} />
            </div>
            <Part title={text("homeWhat")}>
              <ul className="grid four">
                <Item title={text("homeLinks")} says={text("homeLinksMeans")} />
                <Item title={text("homeInvoices")} says={text("homeInvoicesMeans")} />
                <Item title={text("homeSubscriptions")} says={text("homeSubscriptionsMeans")} />
                <Item title={text("homeWallet")} says={text("homeWalletMeans")} />
              </ul>
            </Part>
            <Part title={text("homeSteps")}>
              <ol className="grid">
                <Item number={1} title={text("homeStep1")} says={text("homeStep1Means")} />
                <Item number={2} title={text("homeStep2")} says={text("homeStep2Means")} />
                <Item number={3} title={text("homeStep3")} says={text("homeStep3Means")} />
              </ol>
            </Part>
            <Part title={text("homeTrust")}>
              <ul className="grid">
                <Item title={text("homePrice")} says={feeWords(words, plan)} />
                <Item title={text("homePayers")} says={text("promisePayers")} />
                <Item title={text("homeBooks")} says={text("promiseBooks")} />
              </ul>
              <p className="go">
                <a className="btn pri" href="/sign-up">
                  {text("openShop")}
                </a>
              </p>
            </Part>
          </main>
          <footer className="end">
            <p>{text("homeDevelopers")}</p>
            <ul>
              <li>
                <a href="/docs">{text("docs")}</a>
              </li>
              {termsUrl ? (
                <li>
                  <a href={termsUrl}>{text("terms")}</a>
                </li>
              ) : null}
            </ul>
          </footer>
        </div>
      </body>
    </html>
  );
}

function Top({ words }: { words: DashboardWords }) {
  return (
    <nav aria-label={words.text("homeNav")}>
      <ul>
        {dashboardLanguages.map((code) => (
          <li key={code}>
            {code === words.lang ? (
              <span>{languages[code].name}</span>
            ) : (
              <a href={`/?hl=${code}`} lang={code} hrefLang={code}>
                {languages[code].name}
              </a>
            )}
          </li>
        ))}
        {/* On a phone it stands at the end of the page. */}
        <li className="wide">
          <a href="/docs">{words.text("docs")}</a>
        </li>
        <li>
          <a href="/sign-in">{words.text("signIn")}</a>
        </li>
      </ul>
    </nav>
  );
}

/** What a payer gets: the page of a payment that arrived. */
function Slip({ words }: { words: DashboardWords }) {
  const { text } = words;
  return (
    <figure className="slip">
      <p>
        <span className="tile" aria-hidden="true">
          DM
        </span>
        <span>Duka Moja</span>
      </p>
      <p className="sumup">{formatMoney({ minor: 150_000n, currency: "KES" }, words.lang)}</p>
      <p className="mark m-ok">
        <span aria-hidden="true">● </span>
        {text("homeSlipPaid")}
      </p>
      <dl className="facts">
        <div>
          <dt>{text("homeSlipFor")}</dt>
          <dd>{text("homeSlipWhat")}</dd>
        </div>
        <div>
          <dt>{text("homeSlipBy")}</dt>
          <dd>M-PESA</dd>
        </div>
      </dl>
      <figcaption>{text("homeSlipMeans")}</figcaption>
    </figure>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Item({ number, title, says }: { number?: number; title: string; says: string }) {
  return (
    <li>
      {number ? <b aria-hidden="true">{number}</b> : null}
      <h3>{title}</h3>
      <p>{says}</p>
    </li>
  );
}
