import type { DashboardWords } from "@/components/dashboard/messages/words";
import { EmptyState, StatusMark } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import { formatMoney } from "@/lib/domain/money";
import type { NetworkInfo } from "@/lib/services/desk/rails/read-rails";
import { countryWord } from "../words";
import { healthTones } from "./words";

/** The networks as payers see them, those with problems first. Null where the rail does not report them. */
export function NetworkTable(props: { networks: NetworkInfo[] | null; words: DashboardWords }) {
  const { networks, words } = props;
  if (networks === null) return <EmptyState sentence={words.text("notAsked")} />;
  if (networks.length === 0) return <EmptyState sentence={words.text("noNetworksOfOwn")} />;
  const rank = { down: 0, degraded: 1, up: 2 };
  const rows = [...networks].sort(
    (a, b) => rank[a.health] - rank[b.health] || a.country.localeCompare(b.country),
  );
  return (
    <Table
      caption={words.text("networksCaption")}
      columns={[
        { label: words.text("network") },
        { label: words.text("netNow") },
        { label: words.text("netOnePayment"), onPhone: words.text("netOnePayment") },
        { label: words.text("country"), align: "end" },
      ]}
      rows={rows.map((network) => ({
        key: `${network.code}/${network.currency}`,
        cells: [
          <span key="name">{network.displayName}</span>,
          <StatusMark key="health" tone={healthTones[network.health]}>
            {words.text(`net_${network.health}`)}
          </StatusMark>,
          limitsOf(network, words),
          `${countryWord(network.country, words)}, ${network.currency}`,
        ],
      }))}
    />
  );
}

function limitsOf({ min, max }: NetworkInfo, words: DashboardWords): string {
  if (min && max)
    return words.text("limitBoth", { min: formatMoney(min, words.lang), max: formatMoney(max, words.lang) });
  if (min) return words.text("limitMin", { min: formatMoney(min, words.lang) });
  return max ? words.text("limitMax", { max: formatMoney(max, words.lang) }) : words.text("limitNone");
}
