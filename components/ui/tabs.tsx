export type TabItem = { href: string; label: string; current: boolean };

/** Views of one object as links, so that each has an address. */
export function Tabs({ label, items }: { label: string; items: TabItem[] }) {
  return (
    <nav aria-label={label} className="mb-6 flex gap-5 overflow-x-auto border-b border-rule">
      {items.map((item) => (
        <a
          key={item.href}
          href={item.href}
          aria-current={item.current ? "page" : undefined}
          className="-mb-px flex min-h-11 shrink-0 items-center border-b-2 border-transparent text-ink-2 outline-offset-[-2px] hover:text-ink aria-[current]:border-brand aria-[current]:font-semibold aria-[current]:text-ink sm:min-h-9"
        >
          {item.label}
        </a>
      ))}
    </nav>
  );
}
