import type { Column } from "@/app/_lists/list";
import { moment, stamp } from "@/app/_lists/list-view";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { facts } from "@/components/dashboard/pieces";
import { Facts, Section, StatusMark, type StatusTone } from "@/components/ui/blocks";
import { formatMoney } from "@/lib/domain/money";
import type { AnyDispute, DisputeView } from "@/lib/services/desk/disputes";
import type { DisputeRow } from "@/lib/services/money/settlement/disputes/list";
import { known } from "../../history-words";
import type { AtStore } from "../../words";

const disputeTones: Record<DisputeRow["state"], StatusTone> = {
  open: "warn",
  won: "ok",
  lost: "bad",
  accepted: "bad",
};

/** How it stands, in the operator's list too. */
export const disputeState: Column<AnyDispute> = {
  label: "status",
  cell: ({ state }, { words }) => (
    <StatusMark tone={disputeTones[state]} wraps word={words.text(`dispute_${state}`)} />
  ),
};

/** The deadline for an action, or since when none is possible. */
export function disputeDate(view: DisputeView): Column<AnyDispute> {
  return {
    label: view === "open" ? "evidenceUntil" : "decidedOn",
    onPhone: true,
    cell: ({ dueAt, decidedAt }, reading) =>
      moment(decidedAt ?? dueAt, reading, reading.words.text("noDate")),
  };
}

/** Why, by what the bank calls it. */
export function disputeReason({ reason }: { reason: string | null }, words: DashboardWords): string | null {
  return reason && known(`disputed_${reason}`, reason, words);
}

/** What the payer of an order disputes at the bank; nothing where there is none. */
export function Disputes(props: {
  disputes: DisputeRow[];
  /** The order's currency; the reserve for the dispute is in this currency. */
  currency: string;
  who: AtStore;
}) {
  const { who, disputes, currency } = props;
  const { words } = who;
  if (disputes.length === 0) return null;
  return (
    <Section title={words.text("disputes")}>
      {disputes.map((dispute) => {
        const reservedMinor = dispute.reservedPendingMinor + dispute.reservedAvailableMinor;
        const items = [
          {
            label: formatMoney({ minor: dispute.amountMinor, currency: dispute.currency }, words.lang),
            value: (
              <StatusMark
                tone={disputeTones[dispute.state]}
                wraps
                word={words.text(`dispute_${dispute.state}`)}
              />
            ),
          },
          ...facts(words, {
            disputedOn: stamp(dispute.openedAt, who),
            evidenceUntil: dispute.state === "open" && dispute.dueAt && stamp(dispute.dueAt, who),
            decidedOn: stamp(dispute.decidedAt, who),
            disputeReason: disputeReason(dispute, words),
            keptBack: reservedMinor > 0n && formatMoney({ minor: reservedMinor, currency }, words.lang),
            atProvider: <bdi className="wrap-anywhere">{`${dispute.rail} ${dispute.railRef}`}</bdi>,
          }),
        ];
        return <Facts key={dispute.id} items={items} />;
      })}
    </Section>
  );
}
