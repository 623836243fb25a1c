import type { Language } from "@/lib/domain/languages";
import { formatMoney, type Money } from "@/lib/domain/money";

/**
 * An amount with tabular digits; a negative one has its minus sign. `bare`: the head of its column says the currency,
 * so it is shown only where the head is not seen (globals.css).
 */
export function Amount({ minor, currency, lang, bare = false }: Money & { lang: Language; bare?: boolean }) {
  const text = formatMoney({ minor: minor < 0n ? -minor : minor, currency }, lang);
  const shown = bare ? text.replace(currency, "").trim() : text;
  return (
    <span className="whitespace-nowrap tabular-nums" {...(bare ? { "data-currency": currency } : {})}>
      {minor < 0n ? `−${shown}` : shown}
    </span>
  );
}
