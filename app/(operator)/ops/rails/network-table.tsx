import { EmptyState } from "@/components/ui/empty-state";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { formatMoney } from "@/lib/domain/money";
import type { NetworkInfo } from "@/lib/services/rails/read-rails";
import { healthWords } from "./words";

/** Networks with what a payer meets there, the ones in trouble first. Null where the rail cannot say. */
export function NetworkTable({ networks }: { networks: NetworkInfo[] | null }) {
  if (networks === null)
    return <EmptyState sentence="It could not be asked just now. “Check connection” says why." />;
  if (networks.length === 0) return <EmptyState sentence="It has no networks of its own to tell of." />;
  const rank = { down: 0, degraded: 1, up: 2 };
  const rows = [...networks].sort(
    (a, b) => rank[a.health] - rank[b.health] || a.country.localeCompare(b.country),
  );
  return (
    <Table
      caption="Networks, the ones in trouble first"
      columns={[
        { label: "Network" },
        { label: "Now" },
        { label: "One payment", onPhone: "One payment" },
        { label: "Country", align: "end" },
      ]}
      rows={rows.map((network) => ({
        key: `${network.code}/${network.currency}`,
        cells: [
          <span key="name">{network.displayName}</span>,
          <StatusMark key="health" tone={healthWords[network.health].tone}>
            {healthWords[network.health].word}
          </StatusMark>,
          limitsOf(network),
          `${network.country}, ${network.currency}`,
        ],
      }))}
    />
  );
}

function limitsOf({ min, max }: NetworkInfo): string {
  if (min && max) return `${formatMoney(min)} to ${formatMoney(max)}`;
  if (min) return `From ${formatMoney(min)}`;
  return max ? `Up to ${formatMoney(max)}` : "Any amount";
}
