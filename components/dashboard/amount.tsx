import { formatMoney } from "@/lib/domain/money";

/** An amount with tabular digits; a negative one has its minus sign. */
export function Amount({ minor, currency }: { minor: bigint; currency: string }) {
  const text = formatMoney({ minor: minor < 0n ? -minor : minor, currency });
  return <span className="whitespace-nowrap tabular-nums">{minor < 0n ? `−${text}` : text}</span>;
}
