import { z } from "zod";
import type { AttemptRow, SubscriptionRow } from "@/lib/db/rows";
import { intervals } from "@/lib/domain/interval";
import { networkOf } from "@/lib/domain/network";
import { nextPlan } from "@/lib/domain/plan-change";
import type { KeptCard } from "@/lib/providers/rails/port";
import { agreeToRenewal, type RenewalWay } from "@/lib/services/billing/renewal/change";
import type { Unit } from "@/lib/services/core/world";
import { keepCard } from "./keep-card";

const shape = z.object({
  mode: z.enum(["prompt", "charge"]),
  text: z.string(),
  language: z.string(),
  capMinor: z.string().regex(/^\d+$/),
  /** Absent where an earlier release wrote it. */
  interval: z.enum(intervals).optional(),
});

/** What the payer agreed to on the form, as it is stored with the attempt. */
export type TickedConsent = z.infer<typeof shape>;

/**
 * The payment came with which its payer agreed that the subscription renews by itself: from the phone that paid, or from
 * the card if its rail keeps it. Otherwise it stays as it was, and so it does where the payer is not the subscriber: they
 * paid for this ref, but would hear of no later payment.
 */
export async function beginRenewing(
  unit: Unit,
  row: SubscriptionRow,
  attempt: AttemptRow,
  card: KeptCard | undefined,
  payer: { id: number },
): Promise<SubscriptionRow> {
  const ticked = shape.safeParse(attempt.consent);
  if (!ticked.success || row.cancelledAt || row.endedAt || row.customerId !== payer.id) return row;
  if (await wasEndedSince(unit, row, attempt)) return row;
  const way = await wayOf(unit, row, attempt, card);
  if (!way) return row;
  const { capMinor, interval = nextPlan(row).interval, ...said } = ticked.data;
  const proof = { provenBy: "ticked" as const, attemptId: attempt.id };
  return agreeToRenewal(unit, row, { ...said, interval, capMinor: BigInt(capMinor), ...proof }, way);
}

/** Switched off, disputed or given back after the box was ticked: the later word counts. */
async function wasEndedSince(unit: Unit, { id }: SubscriptionRow, attempt: AttemptRow): Promise<boolean> {
  const ended = { endedAt: { gt: attempt.createdAt }, endedBy: { not: "replaced" } };
  return (await unit.tx.renewalConsent.count({ where: { subscriptionId: id, ...ended } })) > 0;
}

async function wayOf(
  unit: Unit,
  row: SubscriptionRow,
  attempt: AttemptRow,
  card: KeptCard | undefined,
): Promise<RenewalWay | null> {
  const { storeId, rail, method, phoneSealed, network } = attempt;
  if (method === "card")
    return card ? keepCard(unit, { storeId, customerId: row.customerId, rail }, card) : null;
  // Where the payer must fetch a code first, nobody can be asked by itself.
  if (!phoneSealed || network === null || networkOf(network)?.auth !== "pin_push") return null;
  return { kind: "phone", phone: unit.world.secrets.open(phoneSealed), network };
}
