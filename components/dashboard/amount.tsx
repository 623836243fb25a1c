import type { Language } from "@/lib/domain/languages";
import { formatMoney } from "@/lib/domain/money";

/** An amount with tabular digits; a negative one has its minus sign. */
export function Amount({ minor, currency, lang }: { minor: bigint; currency: string; lang: Language }) {
  const text = formatMoney({ minor: minor < 0n ? -minor : minor, currency }, lang);
  return <span className="whitespace-nowrap tabular-nums">{minor < 0n ? `−${text}` : text}</span>;
}
