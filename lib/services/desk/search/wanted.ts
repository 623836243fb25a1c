import { invoiceNumber } from "@/lib/domain/invoice";
import { orderNumbers } from "@/lib/domain/order";
import { normalizeEmail } from "@/lib/domain/text";
import { parsePhone } from "@/lib/providers/phone";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

/** One text, read as everything that it may be. */
export interface Wanted {
  text: string;
  /** What stands for "anything" in LIKE means itself here. */
  escaped: string;
  /** The same as a pattern of ILIKE. */
  part: string;
  email: string;
  /** A whole number of the store's country, as E.164. */
  phone: string | null;
  /** A part of a phone, without the leading zero that people write at home. */
  digits: string | null;
  orderNumbers: string[];
  invoiceNumbers: string[];
}

/** Null when it is too short to look for. */
export async function wantedOf(world: World, caller: Caller, typed: string): Promise<Wanted | null> {
  // A NUL is text to nobody, and the database refuses it.
  const text = typed.replaceAll("\0", "").trim().slice(0, 254);
  const isNumber = /^#?\d{1,9}$/.test(text);
  if (text.length < 2 && !isNumber) return null;
  const escaped = text.replace(/[\\%_]/g, "\\$&");
  const isPhone = /^[\d\s+().-]+$/.test(text);
  const digits = text.replace(/\D/g, "").replace(/^0+/, "");
  const sequence = isNumber ? Number(text.replace("#", "")) : 0;
  return {
    text,
    escaped,
    part: `%${escaped}%`,
    email: normalizeEmail(text),
    phone: isPhone ? await phoneOf(world, caller, text) : null,
    digits: isPhone && digits.length >= 4 ? digits : null,
    orderNumbers: [text.toUpperCase(), ...(sequence > 0 ? [orderNumbers(sequence).number] : [])],
    invoiceNumbers: [text.toUpperCase(), ...(sequence > 0 ? [invoiceNumber(sequence)] : [])],
  };
}

async function phoneOf(world: World, caller: Caller, text: string): Promise<string | null> {
  const { country } = await world.db.store.findUniqueOrThrow({
    where: { id: caller.storeId },
    select: { country: true },
  });
  const parsed = parsePhone(text, country, { anyCountry: true });
  return parsed.ok ? parsed.phone : null;
}
