import { addDays, type CivilDate, civilDateIn, instantAt, isCivilDate } from "./civil-date";

/**
 * The rail of a payment that no rail carried: the seller took it themselves, in cash, at their own till or at their own
 * bank, and recorded it. It never touches the wallet, has no fee, and is never asked about, refunded or paid out by us.
 */
export const outsideRail = "outside";

/** The methods of such a payment (spec, Order: payment_method). A till or a paybill of the seller's own counts as a bank. */
export const outsideMethods = ["cash", "bank"] as const;
export type OutsideMethod = (typeof outsideMethods)[number];

export function isOutsideMethod(text: string): text is OutsideMethod {
  return outsideMethods.some((method) => method === text);
}

/** What a sale at the counter is called where nothing was typed; stored so, as the API shows it. */
export const unnamed = { line: "Counter sale", customer: "Walk-in customer" } as const;

const unnamedEver = {
  line: [unnamed.line, "Vente au comptoir", "Venda ao balcão", "Mauzo ya kaunta"],
  customer: [unnamed.customer, "Client de passage", "Cliente de passagem", "Mteja wa kaunta"],
};

/** Whether nobody typed this name. It was stored in the language of whoever sold, once. */
export function isUnnamed(what: keyof typeof unnamed, name: string): boolean {
  return unnamedEver[what].includes(name);
}

/** How long ago a payment may have been taken that is recorded today. */
export const outsideDaysMax = 366;

/** Why a day cannot be the day of the payment. */
export type OutsideDayProblem = "not_a_day" | "in_the_future" | "too_long_ago";

/**
 * The instant of a payment taken on this day in the store's zone: now for today, else noon. Never before `notBefore`,
 * the instant at which what it pays for came to be, if that matters.
 */
export function outsideInstant(
  day: CivilDate,
  { now, timeZone, notBefore }: { now: Date; timeZone: string; notBefore: Date | null },
): { ok: true; at: Date } | { ok: false; problem: OutsideDayProblem } {
  if (!isCivilDate(day)) return { ok: false, problem: "not_a_day" };
  const today = civilDateIn(now, timeZone);
  if (day > today) return { ok: false, problem: "in_the_future" };
  const first = notBefore ? civilDateIn(notBefore, timeZone) : addDays(today, -outsideDaysMax);
  if (day < first) return { ok: false, problem: "too_long_ago" };
  const noon = day === today ? now : instantAt(day, 12, timeZone);
  return { ok: true, at: notBefore && noon < notBefore ? notBefore : noon };
}
