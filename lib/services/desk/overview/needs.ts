import { addDays, type CivilDate } from "@/lib/domain/civil-date";
import { dayColumn } from "@/lib/resources/invoice";
import type { Caller, World } from "@/lib/services/core/world";
import { listTasks, type TaskRow } from "@/lib/services/money/tasks/list";
import type { Span } from "./sums";

/** Something that only a person of the store can resolve, the most urgent first. */
export type Need =
  | { kind: "task"; task: TaskRow }
  | { kind: "more_tasks"; count: number }
  | ({ kind: "late_invoices" } & Owed)
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
    readOwed(world, storeId, { to: addDays(span.today, -1) }),
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
    ...(late.count > 0 ? [{ kind: "late_invoices" as const, ...late }] : []),
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

/** Invoices that were handed over and are not all paid, with what is left of them. */
export interface Owed {
  count: number;
  owed: { currency: string; minor: bigint }[];
}

/** Those due on one of these days, both included; without a first one, all until the last. */
export async function readOwed(
  world: World,
  storeId: number,
  { from = "1970-01-01", to }: { from?: CivilDate; to: CivilDate },
): Promise<Owed> {
  const rows = await world.db.$queryRaw<{ currency: string; count: bigint; minor: string }[]>`
    SELECT currency, count(*) AS count, sum(total_minor - paid_minor)::text AS minor
    FROM invoices
    WHERE store_id = ${storeId} AND cancelled_at IS NULL
      AND (sent_at IS NOT NULL OR viewed_at IS NOT NULL OR paid_minor > 0) AND paid_minor < total_minor
      AND due_on >= ${dayColumn(from)} AND due_on <= ${dayColumn(to)}
    GROUP BY 1 ORDER BY 1`;
  return {
    count: rows.reduce((sum, { count }) => sum + Number(count), 0),
    owed: rows.map(({ currency, minor }) => ({ currency, minor: BigInt(minor) })),
  };
}
