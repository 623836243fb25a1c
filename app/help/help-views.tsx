import type { ReactNode } from "react";
import { handbookLanguages, type Language, languages } from "@/lib/domain/languages";
import { contents, type HelpPage, type HelpWords, helpPage, helpWords } from "./book";
import { helpCss } from "./help-answer";
import { type Hit, queryMax } from "./search";

interface FrameProps {
  language: Language;
  title: string;
  summary?: string;
  /** The same in another language, below `/help/<language>`. */
  here: string;
  typed?: string;
  /** Beside the page where there is room, else below it. */
  side?: ReactNode;
  children: ReactNode;
}

function Frame({ language, title, summary, here, typed, side, children }: FrameProps) {
  const words = helpWords(language);
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <title>{title === words.handbook ? title : `${title} · ${words.handbook}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {summary ? <meta name="description" content={summary} /> : null}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {/* Our own sheet, without any outside value. */}
        <style dangerouslySetInnerHTML={{ __html: helpCss }} />
      </head>
      <body>
        <a className="skip" href="#content">
          {words.skip}
        </a>
        <header className="top">
          <div>
            <a className="brand" href={`/help/${language}`}>
              {words.handbook}
            </a>
            <search>
              <form className="find" action={`/help/${language}/search`}>
                <label htmlFor="q">{words.search}</label>
                <input
                  id="q"
                  name="q"
                  type="search"
                  maxLength={queryMax}
                  placeholder={words.search}
                  defaultValue={typed}
                />
                <button type="submit">{words.find}</button>
              </form>
            </search>
            <nav className="langs" aria-label={words.language}>
              {handbookLanguages.map((code) =>
                code === language ? (
                  <b key={code} aria-current="true">
                    {languages[code].name}
                  </b>
                ) : (
                  <a key={code} href={`/help/${code}${here}`} lang={code} hrefLang={code}>
                    {languages[code].name}
                  </a>
                ),
              )}
            </nav>
          </div>
        </header>
        <div className={side ? "page two" : "page"}>
          <main id="content">{children}</main>
          {side}
        </div>
      </body>
    </html>
  );
}

/** One page, with its neighbours and the others for the same readers. */
export function PageView({ page }: { page: HelpPage }) {
  const { language, audience, name } = page;
  const words = helpWords(language);
  const names = contents()[audience] ?? [];
  const at = names.indexOf(name);
  return (
    <Frame
      {...{ language, title: page.title, summary: page.summary, here: `/${audience}/${name}` }}
      side={<Side page={page} words={words} />}
    >
      <p className="crumb">
        <a href={`/help/${language}#${audience}`}>{words.audiences[audience]}</a>
      </p>
      {/* Our own Markdown, in which no tag of its own comes through (markdown.ts). */}
      <article dangerouslySetInnerHTML={{ __html: page.html }} />
      <nav className="on" aria-label={`${words.before}, ${words.next}`}>
        <Neighbour page={page} name={names[at - 1]} label={words.before} />
        <Neighbour page={page} name={names[at + 1]} label={words.next} />
      </nav>
    </Frame>
  );
}

function Neighbour(props: { page: HelpPage; name: string | undefined; label: string }) {
  const { page, name, label } = props;
  const there = name === undefined ? null : helpPage(page.language, page.audience, name);
  if (!there) return <span />;
  return (
    <a href={addressOf(there)}>
      <span>{label}</span>
      {there.title}
    </a>
  );
}

function Side({ page, words }: { page: HelpPage; words: HelpWords }) {
  const { language, audience } = page;
  const others = Object.keys(contents()).filter((one) => one !== audience);
  return (
    <nav className="side" aria-label={words.pages}>
      <p>{words.audiences[audience]}</p>
      <PageList language={language} audience={audience} current={page.name} />
      <p>{words.handbook}</p>
      <ul>
        {others.map((one) => (
          <li key={one}>
            <a href={`/help/${language}#${one}`}>{words.audiences[one]}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PageList(props: { language: Language; audience: string; current?: string }) {
  const { language, audience, current } = props;
  return (
    <ul>
      {(contents()[audience] ?? []).map((name) => {
        const page = helpPage(language, audience, name);
        return page ? (
          <li key={name}>
            <a href={addressOf(page)} aria-current={name === current ? "page" : undefined}>
              {page.title}
            </a>
          </li>
        ) : null;
      })}
    </ul>
  );
}

/** All pages with their first sentences. */
export function ContentsView({ language }: { language: Language }) {
  const words = helpWords(language);
  return (
    <Frame {...{ language, title: words.handbook, summary: words.about, here: "" }}>
      <h1>{words.handbook}</h1>
      <p>{words.about}</p>
      <Everything language={language} words={words} />
    </Frame>
  );
}

function Everything({ language, words }: { language: Language; words: HelpWords }) {
  return (
    <>
      {Object.entries(contents()).map(([audience, names]) => (
        <section key={audience} aria-labelledby={audience}>
          <h2 id={audience}>{words.audiences[audience]}</h2>
          <ul className="hits">
            {names.map((name) => {
              const page = helpPage(language, audience, name);
              return page ? (
                <li key={name}>
                  <a href={addressOf(page)}>{page.title}</a>
                  <p>{page.summary}</p>
                </li>
              ) : null;
            })}
          </ul>
          {audience === "developers" ? (
            <p>
              <a href="/docs">{words.reference}</a>
            </p>
          ) : null}
        </section>
      ))}
    </>
  );
}

/** What was found; `hits` is null where nothing was asked. */
export function SearchView(props: { language: Language; typed: string; hits: Hit[] | null }) {
  const { language, typed, hits } = props;
  const words = helpWords(language);
  const here = `/search?${new URLSearchParams({ q: typed })}`;
  return (
    <Frame {...{ language, title: words.search, here, typed }}>
      <h1>{words.search}</h1>
      <p role="status">
        {hits === null
          ? words.tooFew
          : hits.length === 0
            ? words.nothing.replace("{typed}", () => typed)
            : words.found.replace("{typed}", () => typed)}
      </p>
      {hits?.length ? (
        <ul className="hits">
          {hits.map(({ address, title, heading, excerpt }) => (
            <li key={address}>
              <a href={address}>{heading ? `${title}: ${heading}` : title}</a>
              <p>{excerpt}</p>
            </li>
          ))}
        </ul>
      ) : (
        <Everything language={language} words={words} />
      )}
    </Frame>
  );
}

/** In place of a page that the handbook does not have. */
export function MissingView({ language }: { language: Language }) {
  const words = helpWords(language);
  return (
    <Frame {...{ language, title: words.missing, here: "" }}>
      <h1>{words.missing}</h1>
      <p>{words.missingText}</p>
      <Everything language={language} words={words} />
    </Frame>
  );
}

function addressOf({ language, audience, name }: HelpPage): string {
  return `/help/${language}/${audience}/${name}`;
}
