import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ShareBar } from "@/components/dashboard/share-bar";
import { Section } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import { formatMoney, formatNumber, formatPercent } from "@/lib/domain/money";
import { networkOf } from "@/lib/domain/network";
import type { Overview } from "@/lib/services/desk/overview/read";

/** What became of the paid time that ended: renewed on time, in grace, or lost. */
export function RenewalShares({ overview, words }: { overview: Overview; words: DashboardWords }) {
  const { onTime, inGrace, lost } = overview.renewals;
  const days = overview.span.days.length;
  const count = (value: number) => ({ count: formatNumber(value, words.lang) });
  return (
    <Section title={words.text("renewals")} aside={words.text("renewalsAside", { days })}>
      {onTime + inGrace + lost === 0 ? (
        <p className="py-3 text-ink-2">{words.text("noRenewals", { days })}</p>
      ) : (
        <ShareBar
          shares={[
            { key: "onTime", count: onTime, tone: "ok", text: words.text("onTime", count(onTime)) },
            { key: "inGrace", count: inGrace, tone: "warn", text: words.text("inGrace", count(inGrace)) },
            { key: "lost", count: lost, tone: "ended", text: words.text("lost", count(lost)) },
          ]}
        />
      )}
    </Section>
  );
}

/** The results of each network: the money received, and how many of its attempts were approved. */
export function Networks({ overview, words }: { overview: Overview; words: DashboardWords }) {
  if (overview.approvals.length === 0) return null;
  return (
    <Section title={words.text("byNetwork")}>
      <Table
        caption={words.text("byNetwork")}
        columns={[
          { label: words.text("network") },
          { label: words.text("share"), align: "end", onPhone: words.text("share") },
          { label: words.text("collected"), align: "end" },
        ]}
        rows={overview.approvals.map(({ way, approved, refused, collected }) => ({
          key: way,
          cells: [
            networkOf(way)?.displayName ?? methodName(way, words),
            `${formatPercent(approved / (approved + refused), words.lang)} (${approved}/${approved + refused})`,
            collected.map((money) => formatMoney(money, words.lang)).join(", ") || "–",
          ],
        }))}
      />
    </Section>
  );
}

function methodName(method: string, words: DashboardWords): string {
  if (method === "card") return words.text("method_card");
  return method === "bank" ? words.text("method_bank") : words.text("method_mobile_money");
}
