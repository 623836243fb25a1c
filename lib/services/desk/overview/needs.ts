import { dayColumn } from "@/lib/resources/invoice";
import type { Caller, World } from "@/lib/services/core/world";
import { listTasks, type TaskRow } from "@/lib/services/money/tasks/list";
import type { Span } from "./span";

/** Something that only a person of the store can resolve, the most urgent first. */
export type Need =
  | { kind: "task"; task: TaskRow }
  | { kind: "more_tasks"; count: number }
  | { kind: "late_invoices"; count: number; owed: { currency: string; minor: bigint }[] }
  | { kind: "endpoint"; id: number; url: string; since: Date; isDisabled: boolean }
  | { kind: "no_payout_account" }
  | { kind: "not_verified"; status: "unverified" | "rejected" };

const tasksShown = 3;

/** `hasMoney`: the wallet is not empty, so payouts matter. */
export async function readNeeds(
  world: World,
  caller: Caller,
  span: Span,
  hasMoney: boolean,
): Promise<Need[]> {
  const { storeId } = caller;
  const [tasks, late, endpoints, destinations, store] = await Promise.all([
    listTasks(world, caller, {}, { skip: 0, take: tasksShown }),
    lateInvoices(world, storeId, span),
    world.db.webhookEndpoint.findMany({
      where: {
        ...{ storeId, livemode: true, deletedAt: null },
        // An endpoint that its owner switched off is not listed.
        OR: [{ disabledReason: "failing" }, { disabledAt: null, failingSince: { not: null } }],
      },
      select: { id: true, url: true, failingSince: true, disabledAt: true },
      orderBy: { id: "asc" },
    }),
    world.db.payoutDestination.count({ where: { storeId, deletedAt: null } }),
    world.db.store.findUniqueOrThrow({ where: { id: storeId }, select: { verificationStatus: true } }),
  ]);
  const { verificationStatus: status } = store;
  return [
    ...tasks.rows.map((task) => ({ kind: "task" as const, task })),
    ...(tasks.total > tasksShown ? [{ kind: "more_tasks" as const, count: tasks.total - tasksShown }] : []),
    ...(late.count > 0 ? [late] : []),
    ...endpoints.flatMap(({ id, url, failingSince, disabledAt }) => {
      const since = disabledAt ?? failingSince;
      return since ? [{ kind: "endpoint" as const, id, url, since, isDisabled: disabledAt !== null }] : [];
    }),
    ...(hasMoney && (status === "unverified" || status === "rejected")
      ? [{ kind: "not_verified" as const, status }]
      : []),
    ...(hasMoney && destinations === 0 ? [{ kind: "no_payout_account" as const }] : []),
  ];
}

async function lateInvoices(
  world: World,
  storeId: number,
  span: Span,
): Promise<Extract<Need, { kind: "late_invoices" }>> {
  const rows = await world.db.$queryRaw<{ currency: string; count: bigint; minor: string }[]>`
    SELECT currency, count(*) AS count, sum(total_minor - paid_minor)::text AS minor
    FROM invoices
    WHERE store_id = ${storeId} AND cancelled_at IS NULL
      AND (sent_at IS NOT NULL OR viewed_at IS NOT NULL OR paid_minor > 0) AND paid_minor < total_minor AND due_on < ${dayColumn(span.today)}
    GROUP BY 1 ORDER BY 1`;
  return {
    kind: "late_invoices",
    count: rows.reduce((sum, { count }) => sum + Number(count), 0),
    owed: rows.map(({ currency, minor }) => ({ currency, minor: BigInt(minor) })),
  };
}
