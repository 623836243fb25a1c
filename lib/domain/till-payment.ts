import type { Money } from "./money";

/** Money that came to an account of a store's own without being asked for, as its rail tells it. */
export interface TillPayment {
  /** The key of the account. */
  account: string;
  /** The transaction's number at the rail, by which every door knows it again. */
  receipt: string;
  /** By what the rail's own list names it, where that is not the receipt. */
  railRef?: string | undefined;
  amount: Money;
  /** The account number as the payer typed it; null where there is none. */
  typed: string | null;
  /** When it was paid, by the rail's word. */
  at: Date;
  /** The payer's phone as the rail shows it: masked, hashed or whole. Never taken for a phone. */
  phone: string | null;
  name: string | null;
  /** The payment of ours that it is: its reference is in it, or its payer told us its receipt. */
  attemptId?: string;
}

/** What hides a digit. */
const hidden = /[xX*•#.]+/;
/** So few digits would fit too many phones. */
const leastShown = 4;

/**
 * Whether a shown phone can be this one (E.164): every digit that it shows agrees. False where it shows too few, or is no
 * phone at all but a hash: weak evidence proves nothing.
 */
export function mayBePhone(shown: string | null, phone: string): boolean {
  const text = (shown ?? "").replaceAll(/[\s()+-]/g, "");
  if (!/^[\dxX*•#.]{6,20}$/.test(text) || text.replaceAll(/\D/g, "").length < leastShown) return false;
  const digits = phone.replaceAll(/\D/g, "");
  const [first = "", ...others] = text.split(hidden);
  const last = others.at(-1) ?? "";
  if (!digits.endsWith(last)) return false;
  const starts = startsOf(digits);
  return others.length === 0 ? starts.includes(first) : starts.some((start) => start.startsWith(first));
}

/** The ways to write a phone: with its calling code, of one to three digits, and with 0 or nothing in its place. */
function startsOf(digits: string): string[] {
  const national = [1, 2, 3].map((length) => digits.slice(length));
  return [digits, ...national.map((rest) => `0${rest}`), ...national];
}
