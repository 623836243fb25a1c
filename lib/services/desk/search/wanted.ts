import { invoiceNumber, standardNumbering } from "@/lib/domain/invoice";
import type { Language } from "@/lib/domain/languages";
import { isCurrency, type Money, parseTypedAmount } from "@/lib/domain/money";
import { orderNumbers } from "@/lib/domain/order";
import { normalizeEmail, storable } from "@/lib/domain/text";
import { callingCode, parsePhone } from "@/lib/providers/phone";
import type { Caller, World } from "@/lib/services/core/world";

/** The typed text in all its possible meanings. */
export interface Wanted {
  text: string;
  /** With the wildcards of LIKE escaped. */
  escaped: string;
  /** The escaped text as a pattern of ILIKE. */
  part: string;
  email: string;
  /** A complete phone number as E.164; without a calling code it is of the store's country. */
  phone: string | null;
  /** The beginnings of phone numbers, as E.164. */
  phoneStarts: string[];
  /** A part of a phone, without the leading zero of the national format. */
  digits: string | null;
  orderNumbers: string[];
  invoiceNumbers: string[];
  amount: Money | null;
}

/** Null when it is too short to search. */
export async function wantedOf(
  world: World,
  caller: Caller,
  typed: string,
  language: Language,
): Promise<Wanted | null> {
  // Removes NUL, which the database refuses.
  const text = storable(typed.trim(), 254);
  const isNumber = /^#?\d{1,9}$/.test(text);
  if (text.length < 2 && !isNumber) return null;
  const { country, currency, invoicePrefix, invoiceDigits } = await world.db.store.findUniqueOrThrow({
    where: { id: caller.storeId },
    select: { country: true, currency: true, invoicePrefix: true, invoiceDigits: true },
  });
  const escaped = text.replace(/[\\%_]/g, "\\$&");
  const isPhone = /^[\d\s+().-]+$/.test(text);
  const digits = text.replace(/\D/g, "").replace(/^0+/, "");
  const ofOrder = sequenceIn(text, ["#", "ORD-"]);
  const ofInvoice = sequenceIn(text, ["#", standardNumbering.prefix, invoicePrefix]);
  return {
    text,
    escaped,
    part: `%${escaped}%`,
    email: normalizeEmail(text),
    phone: isPhone ? phoneOf(text, country) : null,
    phoneStarts: isPhone ? phoneStarts(text, callingCode(country)) : [],
    digits: isPhone && digits.length >= 4 ? digits : null,
    orderNumbers: [text.toUpperCase(), ...(ofOrder > 0 ? [orderNumbers(ofOrder).number] : [])],
    invoiceNumbers: [
      text.toUpperCase(),
      ...(ofInvoice > 0
        ? [standardNumbering, { prefix: invoicePrefix, digits: invoiceDigits }].map((series) =>
            invoiceNumber({ ...series, next: ofInvoice }),
          )
        : []),
    ],
    amount: amountOf(text, currency, language),
  };
}

/** "ORD-259", "inv 7" and "#259", as numbers are read out: without their zeros. */
function sequenceIn(text: string, prefixes: string[]): number {
  const plain = (some: string) => some.toUpperCase().replace(/[\s-]/g, "");
  const begun = prefixes.map(plain).find((prefix) => prefix && plain(text).startsWith(prefix)) ?? "";
  const digits = plain(text).slice(begun.length);
  return /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
}

function phoneOf(text: string, country: string): string | null {
  const parsed = parsePhone(text, country, { anyCountry: true });
  return parsed.ok ? parsed.phone : null;
}

/**
 * "0722" and "+254722" are the beginning of the same numbers, as is "254722". In some countries a zero is part of the
 * number, so it is looked for with and without. Bare digits may mean many things, so they must be five or more.
 */
function phoneStarts(text: string, code: string): string[] {
  const digits = text.replace(/\D/g, "");
  if (text.startsWith("+")) return digits.length > 3 ? [`+${digits}`] : [];
  if (digits.startsWith("00")) return digits.length > 5 ? [`+${digits.slice(2)}`] : [];
  if (digits.startsWith("0")) return digits.length > 2 ? [code + digits.slice(1), code + digits] : [];
  return digits.length > 4 ? [`+${digits}`, code + digits] : [];
}

/** "1500", "1,500", "KES 1500", "1500 KES"; without a code it is of the store's currency. */
function amountOf(text: string, storeCurrency: string, language: Language): Money | null {
  const code = /^([a-z]{3})\b|\b([a-z]{3})$/i.exec(text)?.[0].toUpperCase();
  const currency = code && isCurrency(code) ? code : storeCurrency;
  const parsed = parseTypedAmount(text, currency, language);
  return parsed.ok ? parsed.money : null;
}
