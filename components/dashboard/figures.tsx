import type { ReactNode } from "react";

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
