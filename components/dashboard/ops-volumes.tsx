import { Amount } from "./amount";

/** What came in, one line a currency: amounts of several currencies are never summed. */
export function OpsVolumes({ volumes }: { volumes: { currency: string; minor: bigint }[] }) {
  if (volumes.length === 0) return <span className="text-ink-2">Nothing</span>;
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
