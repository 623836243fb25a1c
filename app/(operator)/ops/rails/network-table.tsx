import type { Column } from "@/app/_lists/list";
import { ListTable } from "@/app/_lists/list-view";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { EmptyState, StatusMark } from "@/components/ui/blocks";
import { formatMoney } from "@/lib/domain/money";
import type { NetworkInfo } from "@/lib/services/desk/rails/read-rails";
import { type AtDesk, countryWord } from "../desk";
import { healthTones } from "./words";

const columns: Column<NetworkInfo>[] = [
  { label: "network", cell: ({ displayName }) => <span>{displayName}</span> },
  {
    label: "netNow",
    cell: ({ health }, { words }) => (
      <StatusMark tone={healthTones[health]} word={words.text(`net_${health}`)} />
    ),
  },
  { label: "netOnePayment", onPhone: true, cell: (network, { words }) => limitsOf(network, words) },
  {
    ...{ label: "country", align: "end" },
    cell: ({ country, currency }, { words }) => `${countryWord(country, words)}, ${currency}`,
  },
];

/** The networks as payers see them, those with problems first. Null where the rail does not report them. */
export function NetworkTable({ networks, who }: { networks: NetworkInfo[] | null; who: AtDesk }) {
  const { words } = who;
  if (networks === null) return <EmptyState sentence={words.text("notAsked")} />;
  if (networks.length === 0) return <EmptyState sentence={words.text("noNetworksOfOwn")} />;
  const rank = { down: 0, degraded: 1, up: 2 };
  const rows = [...networks].sort(
    (a, b) => rank[a.health] - rank[b.health] || a.country.localeCompare(b.country),
  );
  return (
    <ListTable
      caption={words.text("networksCaption")}
      columns={columns}
      rows={rows}
      keyOf={({ code, currency }) => `${code}/${currency}`}
      who={who}
    />
  );
}

function limitsOf({ min, max }: NetworkInfo, words: DashboardWords): string {
  if (min && max)
    return words.text("limitBoth", { min: formatMoney(min, words.lang), max: formatMoney(max, words.lang) });
  if (min) return words.text("limitMin", { min: formatMoney(min, words.lang) });
  return max ? words.text("limitMax", { max: formatMoney(max, words.lang) }) : words.text("limitNone");
}
