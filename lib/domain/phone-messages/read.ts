import type { PhoneNetwork } from "./networks";
import { type MessageKind, type Pattern, patterns, signOf } from "./patterns";
import { cleanText, holeOf, minorOf, patternOfShape, timeOf, times } from "./shape";

export type { MessageKind } from "./patterns";

/** What a message says. */
export interface Reading {
  kind: MessageKind;
  /** The network's number of the transaction. */
  code: string | null;
  /** 0 where nothing moved. */
  amountMinor: bigint;
  /** All charges and levies of it together; 0 where none is told. */
  feeMinor: bigint;
  /** Of the main account, after it. */
  balanceMinor: bigint | null;
  /** As the message shows it, whole or masked: never taken for a phone. */
  phone: string | null;
  name: string | null;
  /** What the payer wrote. */
  reference: string | null;
  /** By the network's word; null where the message tells no time. */
  at: Date | null;
}

/** A store's own pattern, from a message that nothing read and the seller's answer what it is. */
export type CustomPattern = Pattern;

export const messageKinds = Object.keys(signOf) as readonly MessageKind[];
export const kindsIn = messageKinds.filter((kind) => signOf[kind] > 0n);
export const kindsOut = messageKinds.filter((kind) => signOf[kind] < 0n);

/** What moved on the account, charges included: more than 0 came, less than 0 left. */
export function movedMinor({
  kind,
  amountMinor,
  feeMinor,
}: Pick<Reading, "kind" | "amountMinor" | "feeMinor">): bigint {
  return signOf[kind] === 0n ? 0n : signOf[kind] * amountMinor - feeMinor;
}

/** Twelve parts of an SMS: networks write a quarter of it. */
const textMax = 2_000;

/**
 * What a message of the network says; null where no pattern reads it, or where it says something that cannot be, such as
 * a day that does not exist: then the seller is asked. Never throws, whatever the text is.
 */
export function readMessage(
  network: PhoneNetwork,
  text: string,
  custom: readonly CustomPattern[] = [],
): Reading | null {
  if (text.length > textMax) return null;
  const clean = cleanText(text);
  const read = (list: readonly Pattern[], isWhole: boolean) => {
    for (const { kind, shape } of list) {
      const found = patternOfShape(shape, network.currency, isWhole).exec(clean);
      if (!found) continue;
      const long = patternOfShape(shape, network.currency, isWhole, true).exec(clean);
      return isSame(found, long) ? readingOf(network, kind, found.groups ?? {}) : null;
    }
    return null;
  };
  return read(patterns[network.code] ?? [], false) ?? read(custom, true);
}

/** Somebody may be called like the rest of a message: then it says two things, and nobody knows which is true. */
function isSame(one: RegExpExecArray, other: RegExpExecArray | null): boolean {
  return ["code", "amount", "balance", "fee"].every((name) => one.groups?.[name] === other?.groups?.[name]);
}

function readingOf(
  { currency, zone }: PhoneNetwork,
  kind: MessageKind,
  found: Record<string, string | undefined>,
): Reading | null {
  const minor = (text: string | undefined, isCut: boolean) =>
    text === undefined ? 0n : minorOf(text, currency, isCut);
  const amountMinor = signOf[kind] === 0n ? 0n : minor(found.amount, false);
  const fee = minor(found.fee, true);
  const tax = minor(found.tax, true);
  const balanceMinor = minor(found.balance, true);
  const at = timeOf(found, zone);
  if (amountMinor === null || fee === null || tax === null || balanceMinor === null || at === undefined)
    return null;
  if (signOf[kind] !== 0n && amountMinor === 0n) return null;
  return {
    ...{ kind, amountMinor, at, code: found.code?.toUpperCase() ?? null },
    feeMinor: signOf[kind] === 0n ? 0n : fee + tax,
    balanceMinor: found.balance === undefined ? null : balanceMinor,
    phone: found.phone && /\d/.test(found.phone) ? found.phone : null,
    name: shown(found.name),
    reference: shown(found.reference),
  };
}

/** Without the marks around it; null where there are only marks. */
function shown(text: string | undefined): string | null {
  const bare = (text ?? "").replace(/^[ .,:;-]+/, "").replace(/[ .,:;(-]{1,80}$/, "");
  if (!/[\p{L}\p{N}\p{S}]/u.test(bare)) return null;
  return bare.lastIndexOf("(") > bare.lastIndexOf(")") ? `${bare})` : bare;
}

interface Answer {
  kind: MessageKind;
  amount: string;
  balance: string | null;
  fee: string | null;
  code: string | null;
}

/** Words before a name of somebody. */
const before = String.raw`(?<![\p{L}\d])(?:from|to|by|with|kutoka kwa|kutoka|kwenda kwa|kwenda|kwa|de|du|a|au|para|vers|chez) `;
const nameWord = String.raw`(?!Agent\b|Wakala\b)\p{Lu}[\p{L}\p{M}'’]*(?![\p{L}\d-])`;
const names = new RegExp(`(${before})${nameWord}(?: ${nameWord}){0,6}`, "gu");

/**
 * The text with its figures, codes, times and names as holes; the answer says which figure is what. A message fits only
 * where everything else is the same. Null where a value is not in the text, or is there twice and cannot be told apart.
 */
export function patternOf(network: PhoneNetwork, text: string, answer: Answer): CustomPattern | null {
  const { currency } = network;
  const is = (hole: string, found: string) => patternOfShape(`{${hole}}`, currency, true).test(found);
  if (text.length > textMax || (answer.code !== null && !is("code", answer.code))) return null;
  const clean = cleanText(text);
  const plainOf = (typed: string) => minorOf(typed.replace(/[^\d.,]+(?=\d)|[^\d]+$/g, ""), currency, true);
  const wanted = new Map<string, bigint | null>();
  if (signOf[answer.kind] !== 0n) wanted.set("amount", plainOf(answer.amount));
  for (const role of ["balance", "fee"] as const)
    if (answer[role] !== null) wanted.set(role, plainOf(answer[role]));
  if (answer.code !== null) wanted.set("code", null);

  const seen: string[] = [];
  const holeFor = (found: string): string => {
    const time = times.find((one) => is(one, found));
    if (time) return seen.some((one) => times.includes(one)) ? "any" : time;
    if (answer.code !== null && found === answer.code) return "code";
    const value = minorOf(found.replace(/^[^\d]+|[^\d]+$/g, ""), currency, true);
    if (value === null || !is("money", found)) return "any";
    return [...wanted].find(([, one]) => one === value)?.[0] ?? "money";
  };
  const shape = clean
    .replace(figures(network, answer.code), (found: string) => {
      const hole = holeFor(found);
      seen.push(hole);
      return `\u0001${hole}\u0002`;
    })
    .replace(/[[\]{}|\\…]/g, "\\$&")
    .replace(/[()]/g, " ")
    .replace(names, "$1\u0001some\u0002")
    .replace("\u0001some\u0002", "\u0001name\u0002")
    .replaceAll("\u0001", "{")
    .replaceAll("\u0002", "}");
  const values = [...wanted.values()].filter((one) => one !== null);
  const isClear = [...wanted.keys()].every((role) => seen.filter((one) => one === role).length === 1);
  if (!isClear || new Set(values).size < values.length) return null;
  const found = patternOfShape(shape, currency, true).exec(clean);
  return found && readingOf(network, answer.kind, found.groups ?? {}) ? { kind: answer.kind, shape } : null;
}

/** Every time, figure and word with a digit of a text. */
function figures({ currency }: PhoneNetwork, code: string | null): RegExp {
  const alone = (pattern: string) => String.raw`(?<![\p{L}\d])(?:${pattern})(?![\p{L}\d])`;
  const exact = code === null ? [] : [alone(code.replace(/[^\p{L}\d]/gu, "[.]"))];
  const dated = times.map((time) => alone(holeOf(time, currency).replace(/\?<\w+>/g, "?:")));
  const words = String.raw`[\p{L}\d*•#+/@_-]*\d[\p{L}\d*•#+/@_-]*`;
  return new RegExp([...exact, ...dated, alone(holeOf("money", currency)), words].join("|"), "giu");
}
