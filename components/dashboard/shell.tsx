import { Fragment } from "react";
import { HelpLink } from "../help";
import { InDevelopment } from "./in-development";
import { LanguageButtons } from "./language-buttons";
import { Menu, menuLine } from "./menu";
import { NarrowMenu } from "./narrow-menu";
import { Palette, SearchBox } from "./search-box";
import type { Crumb, NavGroup, ShellProps } from "./shell-types";
import { Shortcuts } from "./shortcuts";
import { StoreList, StoreSwitch } from "./store-switch";

/** The frame of every signed-in page: sidebar of 216 px, or a menu above the page on narrow screens. */
export function Shell(props: ShellProps) {
  const { crumbs, isPlay, demo, testMode, words, children } = props;
  return (
    <div lang={words.lang} className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only bg-sheet p-3 focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-10"
      >
        {words.text("skip")}
      </a>
      <Palette {...props} />
      {testMode ? <TestBar {...props} testMode={testMode} /> : null}
      {demo || (isPlay && !testMode) ? (
        <p className="bg-test px-4 py-1 font-semibold text-test-ink nav:px-8">
          {words.text("playMoneyBar")} {demo}
        </p>
      ) : null}
      <div className="flex flex-1 flex-col nav:flex-row">
        <aside className="hidden w-[216px] shrink-0 flex-col border-e border-rule bg-sunk p-3 nav:flex print:hidden">
          <StoreSwitch {...props} />
          <nav aria-label={words.text("main")}>
            <NavLinks {...props} />
          </nav>
          <div className="mt-auto px-2.5 pt-6">
            <Shortcuts {...props} />
            <LanguageButtons words={words} {...props.chooseLanguage} />
          </div>
        </aside>
        <PhoneMenu {...props} />
        <div className="min-w-0 flex-1">
          <div className="hidden border-b border-rule nav:block print:hidden">
            <div data-top="" className="flex h-14 max-w-[90rem] items-center justify-between gap-4 px-8">
              <Crumbs crumbs={crumbs} label={words.text("breadcrumb")} />
              <div className="flex items-center gap-4">
                <SearchBox id="find" keys="Control+K Meta+K" {...props} />
                <Begin {...props} className="relative whitespace-nowrap *:last:end-0" />
                <HelpLink
                  path={props.chooseLanguage.back}
                  words={words}
                  className="rounded-sm border border-field px-3 py-1"
                />
                <Account {...props} />
              </div>
            </div>
          </div>
          <main
            id="content"
            tabIndex={-1}
            data-store={props.stores.find(({ current }) => current)?.id}
            data-section={crumbs[0]?.label}
            data-follows={props.follows}
            data-read={Date.now()}
            data-zone={props.zone}
            {...wordsOfForms(words)}
            className="max-w-[90rem] px-4 py-4 outline-none nav:px-8 nav:py-8"
          >
            <BackLink crumbs={crumbs} />
            {children}
            <HelpLink
              path={props.chooseLanguage.back}
              words={words}
              spelled
              className="mt-8 inline-flex min-h-11 items-center text-ink-2 underline underline-offset-2 nav:hidden"
            />
            {props.follows ? (
              <noscript>
                <a
                  className="mt-8 inline-block text-label text-ink-2 underline underline-offset-2"
                  href={thisPage}
                >
                  {words.text("lookAgain")}
                </a>
              </noscript>
            ) : null}
          </main>
        </div>
      </div>
      {process.env.NODE_ENV === "development" ? <InDevelopment /> : null}
    </div>
  );
}

/** As it was asked for, with what was searched. */
const thisPage = "";

const formKeys = [
  ...(["lineSending", "lineNone", "lineChecking", "lineNothing", "lineUnknown", "lineFault"] as const),
  ...(["lineBack", "lineClear"] as const),
];

/** What the script says that sends forms (send-form.ts), in the page's language. */
export function wordsOfForms(words: ShellProps["words"]): Record<string, string> {
  const asAttribute = (key: string) =>
    `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const said = formKeys.map((key) => [asAttribute(key), words.text(key)]);
  return { ...Object.fromEntries(said), "data-line-age": words.text("lineAge", { time: "%t" }) };
}

function TestBar({ testMode, words }: ShellProps & { testMode: NonNullable<ShellProps["testMode"]> }) {
  return (
    <div className="flex flex-none flex-wrap items-center justify-between gap-x-6 gap-y-1 bg-test px-4 py-2 text-test-ink nav:px-8">
      <p>
        <strong className="font-semibold">{words.text("testMode")}</strong> {words.text("testModeMeans")}
      </p>
      {testMode.liveHref ? (
        <a className="underline underline-offset-2" href={testMode.liveHref}>
          {words.text("seeLive")}
        </a>
      ) : null}
    </div>
  );
}

function NavLinks({ nav, words }: Pick<ShellProps, "nav" | "words">) {
  return nav.map(({ label, items, isFolded }) => (
    <div key={label ?? items[0]?.href} className="mb-4">
      {isFolded ? (
        <details open={items.some(({ current }) => current)}>
          <summary className={`opens ${navLine} text-ink-2 hover:text-ink`}>{words.text("menuMore")}</summary>
          <NavList items={items} />
        </details>
      ) : (
        <>
          {label ? <p className="px-2.5 pb-1 text-note text-ink-2">{label}</p> : null}
          <NavList items={items} />
        </>
      )}
    </div>
  ));
}

const navLine = "flex min-h-11 items-center rounded-sm border-s-2 border-transparent px-2 nav:min-h-8";

function NavList({ items }: { items: NavGroup["items"] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.href}>
          <a
            href={item.href}
            data-go={item.go}
            aria-current={item.current ? "page" : undefined}
            className={`${navLine} text-ink-2 hover:text-ink aria-[current]:border-brand aria-[current]:bg-sheet aria-[current]:font-semibold aria-[current]:text-ink`}
          >
            {item.label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function PhoneMenu(props: ShellProps) {
  const { words } = props;
  return (
    <NarrowMenu
      title={<bdi>{props.stores.find(({ current }) => current)?.name}</bdi>}
      words={words}
      search={props.search.href}
      begin={<Begin {...props} className="absolute start-13 top-1.5" />}
      className="border-b border-rule bg-sunk print:hidden"
    >
      <div className="grid gap-2 px-2 pb-4">
        <div className="px-2 pb-2">
          <SearchBox id="find-small" {...props} />
        </div>
        <nav aria-label={words.text("main")}>
          <NavLinks {...props} />
        </nav>
        <div className="grid gap-4 px-2">
          <StoreList {...props} />
          <div>
            <AccountLines {...props} />
          </div>
          <LanguageButtons words={words} {...props.chooseLanguage} />
        </div>
      </div>
    </NarrowMenu>
  );
}

function Crumbs({ crumbs, label }: { crumbs: Crumb[]; label: string }) {
  return (
    <nav aria-label={label} className="min-w-0 truncate">
      {crumbs.map((crumb, index) => (
        <Fragment key={crumb.label}>
          {index > 0 ? <span className="px-1.5 text-ink-2">/</span> : null}
          {crumb.href ? (
            <a className="inline-block py-1 text-ink-2 hover:text-ink hover:underline" href={crumb.href}>
              {crumb.label}
            </a>
          ) : (
            <span aria-current="page">{crumb.label}</span>
          )}
        </Fragment>
      ))}
    </nav>
  );
}

/** Where the page belongs, on phones, where there is no room for the breadcrumb. */
function BackLink({ crumbs }: { crumbs: Crumb[] }) {
  const parent = crumbs.findLast(({ href }) => href);
  if (!parent) return null;
  return (
    <a
      className="-mt-2 mb-2 inline-flex min-h-11 items-center gap-2 text-ink-2 hover:text-ink nav:hidden"
      href={parent.href}
    >
      <span aria-hidden="true">←</span>
      <span className="underline underline-offset-2">{parent.label}</span>
    </a>
  );
}

/** What can be begun, from any page: a word, or on phones a plus beside the search. */
function Begin({ begin, words, className }: ShellProps & { className: string }) {
  if (begin.length === 0) return null;
  return (
    <Menu
      label={
        <>
          <span aria-hidden="true" className="text-title leading-none nav:text-body">
            +
          </span>
          <span className="sr-only nav:not-sr-only nav:ms-1.5">{words.text("menuNew")}</span>
        </>
      }
      look="w-12 justify-center nav:w-auto nav:bg-brand nav:px-3 nav:font-medium nav:text-on-brand"
      className={className}
    >
      {begin.map(({ label, href }) => (
        <a key={label} href={href} className={menuLine}>
          {label}
        </a>
      ))}
    </Menu>
  );
}

function Account(props: ShellProps) {
  const { name, email } = props.person;
  return (
    <Menu
      label={
        <bdi className="block max-w-32 truncate" title={email}>
          {name}
        </bdi>
      }
      look="opens px-2 text-label text-ink-2 hover:text-ink"
      className="relative *:last:end-0"
    >
      <AccountLines {...props} />
    </Menu>
  );
}

function AccountLines({ person, signOut, words }: ShellProps) {
  return (
    <>
      <a href={person.account} className={menuLine}>
        {words.text("account")}
      </a>
      <form action={signOut} method={typeof signOut === "string" ? "post" : undefined}>
        <button type="submit" className={menuLine}>
          {words.text("signOut")}
        </button>
      </form>
    </>
  );
}
