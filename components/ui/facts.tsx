import type { ReactNode } from "react";

export type FactItem = { label: string; value: ReactNode };

/** Facts of one object, label left and value right; one below the other on phones. */
export function Facts({ items }: { items: FactItem[] }) {
  return (
    <dl className="border-t border-rule">
      {items.map((item) => (
        <div key={item.label} className="grid gap-x-4 border-b border-rule py-2.5 sm:grid-cols-[11rem_1fr]">
          <dt className="text-ink-2">{item.label}</dt>
          <dd className="min-w-0">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
