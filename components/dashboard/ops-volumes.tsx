import type { Language } from "@/lib/domain/languages";
import { Amount } from "./amount";

/** Incoming money, one line per currency: amounts of different currencies are never summed. */
export function OpsVolumes({
  volumes,
  lang,
  none,
}: {
  lang: Language;
  volumes: { currency: string; minor: bigint }[];
  /** The text where no money came in. */
  none: string;
}) {
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
