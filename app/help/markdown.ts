import { Marked, Renderer, type Tokens } from "marked";
import { frenchSpaces, type Language } from "@/lib/domain/languages";
import { type Audience, catalogueOf } from "@/lib/text/catalogue";

/** Where a page stands: what its links, pictures and words mean depends on it. */
export interface Place {
  language: Language;
  /** For whom it is written: a folder of docs/help. */
  audience: string;
}

/** A picture of a page of ours, as the browser tests drew it. */
export interface Picture {
  width: number;
  height: number;
}

/** A word of the product's own pages: `{links}`, or `{payer:payButtonOpen}` of another reader's. */
const term = /^\{(?:(payer|seller|operator):)?([a-zA-Z]\w*)\}/;

/**
 * A page of the handbook as HTML. Nothing in it is HTML already: what looks like it is shown as it is written. Words of
 * the product are taken from its own texts, so that the handbook says what the buttons say.
 */
export function toHtml(text: string, place: Place, pictureOf: (name: string) => Picture | null): string {
  const marked = new Marked({
    extensions: [
      {
        name: "term",
        level: "inline",
        start: (source) => source.match(/\{[a-z]/)?.index,
        tokenizer(source) {
          const [raw, reader = "seller", key = ""] = term.exec(source) ?? [];
          return raw === undefined ? undefined : { type: "term", raw, reader, key };
        },
        renderer({ reader, key }) {
          const word = escaped(wordOf(place.language, reader, key));
          // A whole sentence of the product is read as one of the page's own.
          return word.endsWith(".") ? word : `<b>${word}</b>`;
        },
      },
    ],
    renderer: {
      html: ({ text: written }) => escaped(written),
      heading({ tokens, depth }) {
        const [, words = "", id] =
          /^(.*?)(?: \{#([a-z0-9-]+)\})?$/s.exec(this.parser.parseInline(tokens)) ?? [];
        return `<h${depth}${id ? ` id="${id}"` : ""}>${words}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escaped(addressOf(href, place))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image: ({ href, text: said }) => pictureHtml(href, said, pictureOf),
      table(token: Tokens.Table) {
        return `<div class="wide">${Renderer.prototype.table.call(this, token)}</div>\n`;
      },
    },
  });
  const html = marked.parse(text, { async: false });
  return place.language === "fr" ? withFrenchSpaces(html) : html;
}

/** Throws for a word that the product does not have, or that is not whole without a value: a page must not guess. */
function wordOf(language: Language, reader: string, key: string): string {
  // Safe: the expression above knows these readers alone.
  const catalogue = catalogueOf(language, ...(reader === "seller" ? sellers : [reader as Audience]));
  const word = catalogue.has(key) ? catalogue.raw(key) : null;
  if (word === null || word.includes("{"))
    throw new Error(`The product has no plain word {${reader}:${key}}.`);
  return word;
}

/** Whoever signs in reads both. */
const sellers: Audience[] = ["seller", "operator"];

/** Of another page of the handbook by its file; of this site by its path; of others by https. */
function addressOf(href: string, { language, audience }: Place): string {
  if (/^(#|\/(?!\/)|https:\/\/)/.test(href)) return href;
  const [, of = audience, page, anchor = ""] =
    /^(?:\.\.\/([a-z]+)\/)?([a-z-]+)\.md(#[a-z0-9-]+)?$/.exec(href) ?? [];
  if (page === undefined) throw new Error(`A link of the handbook leads to ${href}.`);
  return `/help/${language}/${of}/${page}${anchor}`;
}

function pictureHtml(href: string, said: string, pictureOf: (name: string) => Picture | null): string {
  const name = /^\.\.\/\.\.\/pictures\/([a-z]{2}\/[a-z-]+)\.webp$/.exec(href)?.[1];
  const size = name === undefined ? null : pictureOf(name);
  if (!size) throw new Error(`The handbook has no picture ${href}.`);
  const { width, height } = size;
  return `<img src="/help/pictures/${name}.webp" alt="${escaped(said)}" width="${width}" height="${height}" loading="lazy" decoding="async">`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** In the sentences, not in code or in tags. */
function withFrenchSpaces(html: string): string {
  return html
    .split(/(<(?:pre|code)\b[\s\S]*?<\/(?:pre|code)>|<[^>]*>)/)
    .map((part, at) => (at % 2 === 0 ? frenchSpaces(part) : part))
    .join("");
}
