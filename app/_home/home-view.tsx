import type { ReactNode } from "react";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { payCss } from "@/components/pay/pay-css";
import type { PlanFees } from "@/lib/domain/fees";
import { dashboardLanguages, handbookLanguage, languages } from "@/lib/domain/languages";
import { formatMoney } from "@/lib/domain/money";
import { feeWords } from "./fee-words";

/** Beside the payer pages' own sheet: the same paper, ink and rules, with room for two columns. */
const home = `
.page{max-width:68rem;margin:0 auto;padding:1rem 1rem 3rem}
.top{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;padding-bottom:1rem;border-bottom:2px solid var(--ink)}
.top b{font-weight:600;font-size:1.0625rem}
.top ul,.end ul{list-style:none;margin:0 -.5rem;padding:0;display:flex;flex-wrap:wrap}
.top a,.top li>span,.end a{display:block;padding:.75rem .5rem}
.top li>span{font-weight:600}
.hero{padding:2.5rem 0 3rem}
.hero h1{font-size:2rem;line-height:2.375rem;letter-spacing:-.02em;max-width:20ch}
.hero .lead{font-size:1.125rem;line-height:1.75rem;margin-top:1rem;max-width:34rem}
.go{display:flex;flex-wrap:wrap;margin:1.25rem -.375rem 0}
.go .btn{flex:1 1 11rem;width:auto;margin:.375rem}
.wide{display:none}
.fee{margin-top:.75rem;color:var(--ink-2);max-width:34rem}
.slip{margin:2.5rem 0 0;padding:1.25rem;background:var(--sheet);border:1px solid var(--rule);border-top:2px solid var(--ink);border-radius:4px}
.slip p:first-child{display:flex;align-items:center;font-weight:600}
.slip .sumup{font-weight:500;margin-top:1rem}
.slip .mark{margin-top:.75rem}
.slip .facts{margin-top:1rem;border-top-width:1px}
.slip figcaption{color:var(--ink-2);font-size:.9375rem;line-height:1.375rem;margin-top:1rem}
.part{border-top:2px solid var(--ink);padding:1rem 0 3rem}
.part h2{margin:0 0 1rem;padding:0;font-size:1.25rem;line-height:1.75rem}
.grid{margin:0;padding:0;list-style:none}
.grid li{border-bottom:1px solid var(--rule);padding:1rem 0;max-width:34rem}
.grid h3{margin:0;font-size:1rem;line-height:1.5rem;font-weight:600}
.grid p{color:var(--ink-2);margin-top:.25rem}
.grid b{display:block;font-size:1.625rem;line-height:2rem;font-weight:500}
.end{border-top:1px solid var(--rule);padding-top:1rem;color:var(--ink-2)}
.end p{margin-top:.5rem;max-width:40rem}
@media (min-width:48rem){
.page{padding:1.5rem 2rem 4rem}
.wide{display:block}
.go .btn{max-width:18rem}
.grid{display:flex;flex-wrap:wrap;margin:0 -1.25rem}
.four li{flex-basis:40%!important}
.grid li{flex:1 1 16rem;max-width:none;margin:0 1.25rem;border-bottom:0;border-top:1px solid var(--rule)}
}
@media (min-width:60rem){
.hero{display:flex;align-items:flex-start;justify-content:space-between;padding:4.5rem 0 5rem}
.hero>div{flex:1 1 0;padding:0 3rem 0 0}
.hero h1{font-size:2.75rem;line-height:3.125rem}
.slip{flex:0 0 22rem;margin:0}
}
`;

export const homeCss = payCss() + home.replace(/\n\s*/g, "");

interface HomeViewProps {
  words: DashboardWords;
  serviceName: string;
  plan: PlanFees;
  /** Null: the operator has set none. */
  termsUrl: string | null;
  /** This is a public demo; `problem` says why no store could be opened now. */
  demo: { problem: string | null } | null;
}

/** What this service is, for whom, at what price. A whole page without any script. */
export function HomeView({ words, serviceName, plan, termsUrl, demo }: HomeViewProps) {
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
                {demo ? (
                  <OpenDemo words={words} problem={demo.problem} />
                ) : (
                  <Begin words={words} plan={plan} />
                )}
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
              {demo ? null : (
                <p className="go">
                  <a className="btn pri" href="/sign-up">
                    {text("openShop")}
                  </a>
                </p>
              )}
            </Part>
          </main>
          <footer className="end">
            <p>{text("homeDevelopers")}</p>
            <ul>
              <li>
                <a href={`/help/${handbookLanguage(words.lang)}`}>{text("handbook")}</a>
              </li>
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

/** The one button of a public demo: a press opens a store, and leads into it. */
function OpenDemo({ words, problem }: { words: DashboardWords; problem: string | null }) {
  return (
    <form method="post" action="/demo">
      {problem ? (
        <p className="lead" role="alert">
          {problem}
        </p>
      ) : null}
      <p className="go">
        <button type="submit" className="btn pri">
          {words.text("demoOpen")}
        </button>
      </p>
      <p className="fee">{words.text("demoMeans")}</p>
    </form>
  );
}

function Begin({ words, plan }: Pick<HomeViewProps, "words" | "plan">) {
  return (
    <>
      <p className="go">
        <a className="btn pri" href="/sign-up">
          {words.text("openShop")}
        </a>
        <a className="btn" href="/sign-in">
          {words.text("signIn")}
        </a>
      </p>
      <p className="fee">{feeWords(words, plan)}</p>
    </>
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
