import type { ReactNode } from "react";
import type { Language } from "@/lib/domain/languages";
import { formatMoney, type Money } from "@/lib/domain/money";

export type Figure = { label: string; value: ReactNode; note?: ReactNode };

/** Ledger figures side by side under a 2 px line; one below the other on phones. */
export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <dl className="grid border-t-2 border-b border-t-ink border-b-rule sm:grid-flow-col sm:auto-cols-fr">
      {figures.map((figure) => (
        <div
          key={figure.label}
          className="border-b border-rule py-4 last:border-b-0 sm:border-b-0 sm:border-s sm:px-5 sm:first:border-s-0 sm:first:ps-0"
        >
          <dt className="text-label text-ink-2">{figure.label}</dt>
          <dd>
            <span className="block text-figure font-medium tracking-[-0.02em] wrap-anywhere">
              {figure.value}
            </span>
            {figure.note ? <span className="text-label text-ink-2">{figure.note}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Incoming money, one line per currency: amounts of different currencies are never summed. */
export function OpsVolumes(props: {
  lang: Language;
  volumes: { currency: string; minor: bigint }[];
  /** The text where no money came in. */
  none: string;
}) {
  const { volumes, lang, none } = props;
  if (volumes.length === 0) return <span className="text-ink-2">{none}</span>;
  return (
    <>
      {volumes.map(({ currency, minor }) => (
        <span key={currency} className="block">
          <Amount lang={lang} minor={minor} currency={currency} />
        </span>
      ))}
    </>
  );
}

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
