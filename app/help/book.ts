import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { unescaped } from "@/lib/domain/html";
import { handbookLanguages, type Language } from "@/lib/domain/languages";
import { type Picture, toHtml } from "./markdown";

/** One page, as a reader in its language gets it. */
export interface HelpPage {
  language: Language;
  audience: string;
  name: string;
  title: string;
  /** Its first sentences, as plain text. */
  summary: string;
  html: string;
}

/** What the handbook says beside its pages. */
export interface HelpWords {
  handbook: string;
  about: string;
  skip: string;
  search: string;
  find: string;
  found: string;
  nothing: string;
  tooFew: string;
  missing: string;
  missingText: string;
  pages: string;
  language: string;
  before: string;
  next: string;
  reference: string;
  audiences: Record<string, string>;
}

// The server runs where docs is: a release has it too.
const root = () => path.join(process.cwd(), "docs/help");

const known = new Map<string, unknown>();

/** Read once: the handbook does not change while a process runs. In development it does. */
function once<T>(name: string, read: () => T): T {
  if (process.env.NODE_ENV === "development") return read();
  if (!known.has(name)) known.set(name, read());
  // Safe: a name is always read the same way.
  return known.get(name) as T;
}

function json<T>(file: string): T {
  return once(file, () => JSON.parse(readFileSync(path.join(root(), file), "utf8")) as T);
}

/** The pages by those for whom they are written, in the order in which they are read. */
export function contents(): Record<string, string[]> {
  return json("contents.json");
}

export function helpWords(language: Language): HelpWords {
  return json(`${language}/words.json`);
}

/** Every place of the handbook, in every language. */
export function everyPlace(): { language: Language; audience: string; page: string }[] {
  return handbookLanguages.flatMap((language) =>
    Object.entries(contents()).flatMap(([audience, pages]) =>
      pages.map((page) => ({ language, audience, page })),
    ),
  );
}

export function isPage(audience: string, page: string): boolean {
  const pages = Object.hasOwn(contents(), audience) ? contents()[audience] : undefined;
  return pages?.includes(page) ?? false;
}

/** Null where there is no such page. */
export function helpPage(language: string, audience: string, name: string): HelpPage | null {
  const spoken = handbookLanguages.find((one) => one === language);
  if (!spoken || !isPage(audience, name)) return null;
  return once(`${spoken}/${audience}/${name}`, () => readPage(spoken, audience, name));
}

/** All pages of a language, in their order. */
export function helpPages(language: Language): HelpPage[] {
  return everyPlace().flatMap((place) => {
    const page = place.language === language && helpPage(language, place.audience, place.page);
    return page ? [page] : [];
  });
}

function readPage(language: Language, audience: string, name: string): HelpPage {
  const text = readFileSync(path.join(root(), language, audience, `${name}.md`), "utf8");
  const html = toHtml(text, { language, audience }, pictureOf);
  const title = plain(/<h1>(.*?)<\/h1>/s.exec(html)?.[1] ?? name);
  const summary = plain(/<p>(.*?)<\/p>/s.exec(html)?.[1] ?? "");
  return { language, audience, name, title, summary, html };
}

/** What the browser tests drew (e2e/handbook.spec.ts), by `<language>/<name>`. */
function pictureOf(picture: string): Picture | null {
  const [language = "", name = ""] = picture.split("/");
  if (!handbookLanguages.some((one) => one === language)) return null;
  const drawn = json<Record<string, Picture>>(`pictures/${language}/pictures.json`);
  return Object.hasOwn(drawn, name) ? (drawn[name] ?? null) : null;
}

/** A picture by its name in the address; null where there is none. */
export function pictureFile(language: string, file: string): string | null {
  const name = /^([a-z-]+)\.webp$/.exec(file)?.[1];
  if (name === undefined || !pictureOf(`${language}/${name}`)) return null;
  const place = path.join(root(), "pictures", language, file);
  return existsSync(place) ? place : null;
}

/** Our own HTML without its tags. */
export function plain(html: string): string {
  const bare = html
    .replace(/<[^>]*>/g, " ")
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  return unescaped(bare)
    .replace(/[ \t\r\n]+/g, " ")
    .replace(/ ([.,;:)!?])/g, "$1")
    .trim();
}
