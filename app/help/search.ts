import type { Language } from "@/lib/domain/languages";
import { type HelpPage, helpPages, plain } from "./book";

/** A part of a page: what stands below one of its headings. */
interface Part {
  page: HelpPage;
  /** Empty for what stands before the first heading. */
  id: string;
  heading: string;
  text: string;
  /** Its words, folded, with what each weighs. */
  weights: Map<string, number>;
}

export interface Hit {
  address: string;
  title: string;
  /** Of the part; empty where it is the page itself. */
  heading: string;
  excerpt: string;
}

export const queryMax = 100;
const wordsMax = 8;
const hitsMax = 20;
const excerptMax = 180;

const indexes = new Map<Language, Part[]>();

/** The parts of the handbook in which all these words are; where none has all, those that have some. */
export function searchHelp(language: Language, typed: string): Hit[] {
  const wanted = [...new Set(wordsOf(typed.slice(0, queryMax)))].slice(0, wordsMax);
  if (wanted.length === 0) return [];
  const scored = indexOf(language).map((part) => {
    const scores = wanted.map((word) => scoreOf(part, word));
    return {
      part,
      found: scores.filter((score) => score > 0).length,
      score: scores.reduce((a, b) => a + b, 0),
    };
  });
  const most = Math.max(...scored.map(({ found }) => found));
  if (most === 0) return [];
  return scored
    .filter(({ found }) => found === most)
    .sort((one, other) => other.score - one.score)
    .slice(0, hitsMax)
    .map(({ part }) => hitOf(part, wanted));
}

/** Without accents and capitals: who types on a phone leaves them out. */
export function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

export function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
}

function indexOf(language: Language): Part[] {
  const known = indexes.get(language);
  if (known) return known;
  const made = helpPages(language).flatMap(partsOf);
  indexes.set(language, made);
  return made;
}

function partsOf(page: HelpPage): Part[] {
  return page.html.split(/(?=<h2[ >])/).map((html, at) => {
    const [head = "", id = "", words = ""] = /^<h2(?: id="([^"]*)")?>(.*?)<\/h2>/s.exec(html) ?? [];
    const heading = plain(words);
    const text = at === 0 ? plain(html.replace(/<h1>.*?<\/h1>/s, "")) : plain(html.slice(head.length));
    const weights = new Map<string, number>();
    const weigh = (said: string, weight: number) => {
      for (const word of wordsOf(said)) weights.set(word, Math.max(weights.get(word) ?? 0, weight));
    };
    weigh(text, 1);
    weigh(page.title, at === 0 ? 6 : 2);
    weigh(heading, 5);
    return { page, id, heading, text, weights };
  });
}

/** A whole word counts twice. `refunds` finds `refund`, and `pay` finds `paying`. */
function scoreOf({ weights }: Part, wanted: string): number {
  const whole = weights.get(wanted);
  let best = whole === undefined ? 0 : whole * 2;
  for (const [word, weight] of weights) if (isLike(word, wanted)) best = Math.max(best, weight);
  return best;
}

function isLike(word: string, wanted: string): boolean {
  if (word.startsWith(wanted)) return true;
  return word.length >= 4 && wanted.length - word.length <= 2 && wanted.startsWith(word);
}

function hitOf({ page, id, heading, text }: Part, wanted: string[]): Hit {
  const words = [...text.matchAll(/[\p{L}\p{N}_]+/gu)];
  const first = words.find(([word]) => wanted.some((one) => isLike(folded(word), one)))?.index ?? 0;
  // From the beginning of the sentence in which it stands, where that is near.
  const sentence = text.lastIndexOf(". ", first);
  const start =
    sentence >= 0 && first - sentence < 90 ? sentence + 2 : Math.max(0, text.indexOf(" ", first - 60));
  const cut = text.slice(first < 90 ? 0 : start).trim();
  const end = cut.length <= excerptMax ? cut : `${cut.slice(0, cut.lastIndexOf(" ", excerptMax))} …`;
  const { language, audience, name, title } = page;
  const address = `/help/${language}/${audience}/${name}${id ? `#${id}` : ""}`;
  return { address, title, heading, excerpt: end };
}
