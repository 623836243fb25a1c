import { createHash } from "node:crypto";

/** Daraja writes East Africa Time without a zone; there is no summer time. */
const zone = "+03:00";
const zoneMs = 3 * 60 * 60 * 1000;

/** `20191219102115`. */
export function stampOf(at: Date): string {
  return inNairobi(at).replace(/\D/g, "");
}

/** `2019-12-19 10:21:15`, as Pull Transactions takes it. */
export function spacedOf(at: Date): string {
  return inNairobi(at).replace("T", " ");
}

/** `20191219`, as standing orders take it. */
export function dayStampOf(at: Date): string {
  return stampOf(at).slice(0, 8);
}

/** The time of a stamp, which may be a number; undefined for anything else. */
export function fromStamp(stamp: unknown): Date | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(String(stamp));
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  return known(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
}

/** The time of `06.07.2024 22:48:52`, as results of payouts write it. */
export function fromDotted(text: unknown): Date | undefined {
  const match = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d)$/.exec(String(text));
  return match ? known(`${match[3]}-${match[2]}-${match[1]}T${match[4]}${zone}`) : undefined;
}

/**
 * The time of a line of Pull Transactions. It ends in Z, and no document says whether that is true: a time that is still
 * to come cannot be, so it was Nairobi's.
 */
export function fromListed(text: string, now: Date): Date | undefined {
  const at = known(text);
  if (!at || at.getTime() <= now.getTime() + 60_000) return at;
  return new Date(at.getTime() - zoneMs);
}

/** Without letters and digits that look alike on a phone. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * The account reference of a prompt: twelve letters and digits that follow from our id, so that a payment whose answer
 * was lost is known by it in every list.
 */
export function referenceOf(id: string): string {
  let rest = createHash("sha256").update(id.toLowerCase()).digest().readBigUInt64BE() >> 4n;
  let reference = "";
  for (let place = 0; place < 12; place += 1) {
    reference = letters[Number(rest % 32n)] + reference;
    rest /= 32n;
  }
  return reference;
}

function inNairobi(at: Date): string {
  return new Date(at.getTime() + zoneMs).toISOString().slice(0, 19);
}

function known(text: string): Date | undefined {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
