import { type CivilDate, instantAt } from "@/lib/domain/civil-date";
import { type Language, languages, longMonthOf } from "@/lib/domain/languages";
import { formatMoney, type Money } from "@/lib/domain/money";
import { unlinked } from "@/lib/domain/text";
import type { MailAction } from "@/lib/providers/mail/letter";
import { catalogueOf, compile } from "@/lib/text/catalogue";
import { nameIn, wordsIn } from "@/lib/text/words";
import { type Alphabet, alphabetOf, inItsOrder } from "./alphabet";
import type { MailOnlyKind, MessageKind, SlotName, SlotValues, ValuesOf } from "./notices";

/** The sender and its settings: the same for every message of a store. */
export interface Voice {
  language: Language;
  timeZone: string;
  serviceName: string;
  seller: string;
  /** The seller's phone or e-mail for questions. */
  contact: string | null;
  /** Of a receipt: the tax within the price, and what a receipt of the tax office is called there. */
  tax?: { label: string; rate: string; amount: Money; fiscalSystem: string | null } | null;
}

/** Subject and plain text of an e-mail. `name` is the recipient's; empty when unknown. */
export function renderEmail<Kind extends MessageKind | MailOnlyKind>(
  kind: Kind,
  values: ValuesOf<Kind>,
  voice: Voice,
  name: string,
): { subject: string; body: string; action?: MailAction } {
  const notices = catalogueOf(voice.language, "notice");
  const write = (key: string) => {
    const { slots, fill } = notices.text(key);
    return String(fill(Object.fromEntries(slots.map((slot) => [slot, mailText(slot, values, voice)]))));
  };
  const { text: say } = wordsIn(voice.language, "notice");
  const { contact, serviceName: service } = voice;
  const seller = unlinked(voice.seller);
  const paragraphs = [
    isName(name) ? say("around.helloName", { name: unlinked(name) }) : say("around.hello"),
    write(`${kind}.text`),
    ...taxIn(voice),
    ...(contact ? [say("around.help", { seller, contact })] : []),
    say("around.sentBy", { service, seller }),
  ];
  const action = actionOf(notices.raw(`${kind}.text`), (values as Partial<SlotValues>).link);
  const subject = oneLine(write(`${kind}.subject`));
  return { subject, body: paragraphs.join("\n\n"), ...(action ? { action } : {}) };
}

/** For e-mail only: an SMS has no room, and leads to the receipt. */
function taxIn({ language, tax }: Voice): string[] {
  if (!tax) return [];
  const { text: say } = wordsIn(language, "notice");
  const { label, rate, amount, fiscalSystem: system } = tax;
  const said = say("around.tax", { tax: unlinked(label), rate, amount: formatMoney(amount, language) });
  return [system ? `${said} ${say("around.notFiscal", { system })}` : said];
}

/** A customer without a name is called by their e-mail or phone in lists, but not in a letter. */
function isName(name: string): boolean {
  return /\p{L}/u.test(name) && !name.includes("@");
}

/** The button, from the last line of the template, if that is the link with or without a label. */
function actionOf(text: string, url: string | undefined): MailAction | null {
  const label = /(?:^|\n\n)([^\n{}]*?)\s*:?\s*\{link\}$/.exec(text)?.[1];
  return url === undefined || label === undefined ? null : { label: label || null, url };
}

/**
 * One SMS in the alphabet of its language, for any names: at most 160 characters where that is the GSM alphabet. First long names are shortened, then the parts
 * between bars are dropped, then names are shortened further; amounts, dates, codes and the link are never cut.
 */
export function renderSms<Kind extends MessageKind>(
  kind: Kind,
  values: ValuesOf<Kind>,
  voice: Voice,
): string {
  const sms = catalogueOf(voice.language, "notice").raw(`${kind}.sms`);
  const letters = alphabetOf(voice.language);
  const pieces = sms.split("|").map((piece) => inLetters(letters, piece, voice.language));
  const texts = smsTexts(values, voice);
  const drops = pieces.map((_piece, index) => index).filter((index) => index % 2 === 1);
  for (const nameMax of [24, 12, 6]) {
    for (let kept = drops.length; kept >= 0; kept -= 1) {
      const dropped = new Set(drops.slice(kept));
      const sentence = pieces.filter((_piece, index) => !dropped.has(index)).join("");
      const whole = fitNames(sentence, texts, { nameMax, letters });
      if (whole !== null) return whole;
    }
  }
  return shortest(texts, letters);
}

/** The values of a message's SMS by slot, as they are written where no alphabet limits them. */
export function shortTexts<Kind extends MessageKind>(values: ValuesOf<Kind>, voice: Voice): Texts {
  const given: Partial<SlotValues> = values;
  const texts: Texts = { seller: unlinked(voice.seller) || voice.serviceName };
  for (const slot of Object.keys(given) as SlotName[])
    texts[slot] = inItsOrder(textOf(slot, given, voice, "short"), voice.language);
  return withNames(texts, voice.language);
}

/** What has no name is called by what it is. */
function withNames(texts: Texts, language: Language): Texts {
  const words = wordsIn(language, "notice");
  if (texts.plan === "") texts.plan = words.text("around.plan");
  if (texts.item === "") texts.item = words.text("around.item");
  return texts;
}

/** A piece of a sentence in these letters; its slots stay in braces. */
function inLetters(letters: Alphabet, piece: string, language: Language): string {
  const { slots, fill } = compile(piece, language);
  const parts = [fill(Object.fromEntries(slots.map((slot) => [slot, { slot }])))].flat();
  return parts.map((part) => (typeof part === "string" ? letters.write(part) : `{${part.slot}}`)).join("");
}

/** The SMS texts by slot; `link` is unchanged, because a changed link would not work. */
export type Texts = Partial<Record<SlotName, string>>;

/** Only these may be shortened. */
const nameSlots: readonly SlotName[] = ["seller", "payer", "plan", "item", "destination"];
const nameMaxEver = 60;

/**
 * Shortens the names in a sentence as much as needed, but to no less than `nameMax`; null when it is still too long.
 */
function fitNames(
  sentence: string,
  texts: Texts,
  { nameMax, letters }: { nameMax: number; letters: Alphabet },
): string | null {
  const used = nameSlots.filter((name) => sentence.includes(`{${name}}`));
  const cut = { ...texts };
  for (const name of used) cut[name] = shorten(texts[name] ?? "", nameMaxEver);
  for (;;) {
    // A shortened name ends with a dot, and so may its sentence.
    const whole = fill(sentence, (slot) => cut[slot as SlotName]).replace(/\.\. /g, ". ");
    const excess = letters.length(whole) - letters.max;
    if (excess <= 0) return whole;
    const longest = used.reduce<SlotName | null>((best, name) => {
      const length = cut[name]?.length ?? 0;
      return length > nameMax && length > (best ? (cut[best]?.length ?? 0) : 0) ? name : best;
    }, null);
    if (longest === null) return null;
    const less = Math.max(1, Math.floor(excess / used.length));
    cut[longest] = shorten(texts[longest] ?? "", Math.max(nameMax, (cut[longest]?.length ?? 0) - less));
  }
}

/** A name of at most `max` characters, with a dot at the end where it was shortened. */
export function shorten(name: string, max: number): string {
  if (name.length <= max) return name;
  return `${name.slice(0, max - 1).trimEnd()}.`;
}

/** The last resort, when the site's URL is so long that no sentence fits: seller, amount and link. */
function shortest(texts: Texts, letters: Alphabet): string {
  const seller = shorten(texts.seller ?? "", 12);
  const link = texts.link ?? "";
  const amount = texts.amount ?? texts.balance ?? "";
  for (const parts of [[seller, amount, link], [seller, link], [link]]) {
    const whole = parts.filter((part) => part !== "").join(" ");
    if (letters.length(whole) <= letters.max) return whole;
  }
  // A cut link is useless, so it is left out.
  return [seller, amount].filter((part) => part !== "").join(" ");
}

function smsTexts(values: Partial<SlotValues>, voice: Voice): Texts {
  const { write } = alphabetOf(voice.language);
  const texts: Texts = {};
  for (const slot of Object.keys(values) as SlotName[]) {
    texts[slot] =
      slot === "link"
        ? values.link
        : inItsOrder(write(textOf(slot, values, voice, "short")).trim(), voice.language);
  }
  texts.seller = write(unlinked(voice.seller)).trim() || write(voice.serviceName).trim() || "Sente";
  return withNames(texts, voice.language);
}

type Form = "long" | "short";

function mailText(slot: string, values: Partial<SlotValues>, voice: Voice): string {
  return slot === "seller" ? unlinked(voice.seller) : textOf(slot as SlotName, values, voice, "long");
}

/** Long in an e-mail, short in an SMS, which has no room for the time of an end. */
function textOf(slot: SlotName, values: Partial<SlotValues>, voice: Voice, form: Form): string {
  const { end, access, due } = values;
  if (slot === "end" && end) return form === "long" ? moment(voice, end, form) : day(voice, end, form);
  if (slot === "access" && access) return moment(voice, access, form);
  if (slot === "due" && due !== undefined) return civilDay(voice, due, form);
  return plainText(slot, values, voice.language);
}

/** Values that people choose, so they could contain a web address. */
const chosen: ReadonlySet<SlotName> = new Set(["payer", "plan", "item", "destination", "invoice"]);

function plainText(slot: SlotName, values: Partial<SlotValues>, language: Language): string {
  const value = values[slot];
  if (typeof value === "string") return chosen.has(slot) ? nameIn(language, unlinked(value)) : value;
  if (value === undefined || value instanceof Date) throw new Error(`A message lacks its “${slot}”.`);
  return formatMoney(value, language);
}

/** "20 November 2026", in an SMS "20 Nov". */
function day(voice: Voice, at: Date, form: Form): string {
  return format(voice, at, dayIn(voice, form));
}

function dayIn({ language }: Voice, form: Form): Intl.DateTimeFormatOptions {
  return form === "long" ? { year: "numeric", month: longMonthOf(language) } : { month: "short" };
}

/** "20 November 2026 at 14:00 East Africa Time", in an SMS "20 Nov, 14:00". */
function moment(voice: Voice, at: Date, form: Form): string {
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const zone = form === "long" ? ({ timeZoneName: "long" } as const) : {};
  return format(voice, at, { ...dayIn(voice, form), ...time, ...zone });
}

function civilDay(voice: Voice, date: CivilDate, form: Form): string {
  return day({ ...voice, timeZone: "UTC" }, instantAt(date, 12, "UTC"), form);
}

function format(voice: Voice, at: Date, options: Intl.DateTimeFormatOptions): string {
  const { language, timeZone } = voice;
  const text = formatOf(languages[language].locale, { day: "numeric", timeZone, ...options }).format(at);
  // French abbreviates months with a dot, which would double the dot of the sentence.
  return text.replace(/\.$/, "");
}

/** Cached, because creating a formatter costs far more than using it, and there are few. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(`${locale}-u-nu-latn`, options);
  formats.set(key, made);
  return made;
}

function fill(sentence: string, textFor: (slot: string) => string | undefined): string {
  return sentence.replace(/\{(\w+)\}/g, (_whole, slot: string) => {
    const value = textFor(slot);
    if (value === undefined) throw new Error(`A message lacks its “${slot}”.`);
    return value;
  });
}

/** A line break in a subject would begin another header. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: taking control characters out is its purpose.
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ").trim();
}
