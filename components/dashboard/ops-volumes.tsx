import { Amount } from "./amount";

/** What came in, one line a currency: amounts of several currencies are never summed. */
export function OpsVolumes({
  volumes,
  none,
}: {
  volumes: { currency: string; minor: bigint }[];
  /** What is said where nothing came in. */
  none: string;
}) {
  if (volumes.length === 0) return <span className="text-ink-2">{none}</span>;
  return (
    <>
      {volumes.map(({ currency, minor }) => (
        <span key={currency} className="block">
          <Amount minor={minor} currency={currency} />
        </span>
      ))}
    </>
  );
}
