import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Facts, Section, StatusMark, type StatusTone, Timestamp } from "@/components/ui/blocks";
import { formatMoney } from "@/lib/domain/money";
import type { DisputeRow } from "@/lib/services/money/settlement/disputes/list";

export const disputeTones: Record<DisputeRow["state"], StatusTone> = {
  open: "warn",
  won: "ok",
  lost: "bad",
  accepted: "bad",
};

/** What the payer of an order disputes at the bank; nothing where there is none. */
export function Disputes({
  disputes,
  currency,
  timeZone,
  words,
}: {
  disputes: DisputeRow[];
  /** The order's currency; the reserve for the dispute is in this currency. */
  currency: string;
  timeZone: string;
  words: DashboardWords;
}) {
  if (disputes.length === 0) return null;
  const at = (instant: Date) => <Timestamp at={instant} timeZone={timeZone} locale={words.locale} />;
  return (
    <Section title={words.text("disputes")}>
      {disputes.map((dispute) => {
        const reservedMinor = dispute.reservedPendingMinor + dispute.reservedAvailableMinor;
        const items = [
          {
            label: formatMoney({ minor: dispute.amountMinor, currency: dispute.currency }, words.lang),
            value: (
              <StatusMark tone={disputeTones[dispute.state]} wraps>
                {words.text(`dispute_${dispute.state}`)}
              </StatusMark>
            ),
          },
          { label: words.text("disputedOn"), value: at(dispute.openedAt) },
          dispute.state === "open" && dispute.dueAt
            ? { label: words.text("evidenceUntil"), value: at(dispute.dueAt) }
            : null,
          dispute.decidedAt ? { label: words.text("decidedOn"), value: at(dispute.decidedAt) } : null,
          dispute.reason
            ? { label: words.text("disputeReason"), value: dispute.reason.replaceAll("_", " ") }
            : null,
          reservedMinor > 0n
            ? {
                label: words.text("keptBack"),
                value: formatMoney({ minor: reservedMinor, currency }, words.lang),
              }
            : null,
          {
            label: words.text("atProvider"),
            value: <bdi className="break-all">{`${dispute.rail} ${dispute.railRef}`}</bdi>,
          },
        ];
        return <Facts key={dispute.id} items={items.filter((item) => item !== null)} />;
      })}
    </Section>
  );
}
