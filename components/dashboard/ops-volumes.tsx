import { Amount } from "./amount";

/** Incoming money, one line per currency: amounts of different currencies are never summed. */
export function OpsVolumes({
  volumes,
  none,
}: {
  volumes: { currency: string; minor: bigint }[];
  /** The text where no money came in. */
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
