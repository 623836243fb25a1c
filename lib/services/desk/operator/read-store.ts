import { z } from "zod";
import type { Prisma } from "@/lib/db/client";
import type { MemberRole } from "@/lib/db/generated/enums";
import { NotFound } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { type Activity, activityOf } from "./list-stores";
import { type Operator, requireOperator } from "./operator";

const include = {
  plan: true,
  verificationDocument: { select: { createdAt: true } },
  payoutSchedule: {
    select: { nextRunAt: true, waitReason: true, destination: { select: { label: true } } },
  },
  account: {
    select: {
      name: true,
      members: { orderBy: { userId: "asc" }, take: 20, include: { user: true } },
    },
  },
} satisfies Prisma.StoreInclude;

export type OperatorStore = Omit<
  Prisma.StoreGetPayload<{ include: typeof include }>,
  "account" | "verificationSealed"
> & {
  accountName: string;
  people: { name: string; email: string; role: MemberRole }[];
  activity: Activity;
  wallets: { currency: string; availableMinor: bigint; pendingMinor: bigint }[];
  openTasks: number;
  /** The details that the seller submitted for verification, by name; null when there are none. */
  verification: Record<string, string> | null;
};

/** One store with all that operators need for decisions. Throws NotAllowed or NotFound. */
export async function readStoreForOperator(
  world: World,
  operator: Operator,
  id: number,
): Promise<OperatorStore> {
  await requireOperator(world.db, operator);
  const [found, activity, balances, openTasks] = await Promise.all([
    world.db.store.findUnique({ where: { id }, include }),
    activityOf(world, [id]),
    world.db.ledgerAccount.findMany({
      where: { storeId: id, kind: { in: ["wallet_available", "wallet_pending"] } },
      include: { balance: true },
      orderBy: { currency: "asc" },
    }),
    world.db.task.count({ where: { storeId: id, resolvedAt: null } }),
  ]);
  if (!found) throw new NotFound();
  const { account, verificationSealed, ...store } = found;
  return {
    ...store,
    accountName: account.name,
    people: account.members.map(({ role, user }) => ({ name: user.name, email: user.email, role })),
    activity: activity.get(id) ?? { volumes: [], paid: 0, failed: 0, lastPaidAt: null },
    wallets: walletsOf(balances),
    openTasks,
    verification: verificationSealed ? openFacts(world, verificationSealed) : null,
  };
}

function walletsOf(
  rows: { kind: string; currency: string; balance: { balanceMinor: bigint } | null }[],
): OperatorStore["wallets"] {
  const of = (kind: string, currency: string) =>
    rows.find((row) => row.kind === kind && row.currency === currency)?.balance?.balanceMinor ?? 0n;
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) => ({
    currency,
    availableMinor: of("wallet_available", currency),
    pendingMinor: of("wallet_pending", currency),
  }));
}

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

function openFacts(world: World, sealed: Uint8Array): Record<string, string> {
  const parsed = facts.safeParse(JSON.parse(world.secrets.open(sealed)));
  return Object.fromEntries(
    Object.entries(parsed.success ? parsed.data : {}).map(([name, value]) => [name, String(value ?? "")]),
  );
}

/** The seller's verification document, as a JPEG. Each access is in the audit log. Throws NotAllowed or NotFound. */
export async function readVerificationDocument(
  world: World,
  operator: Operator,
  storeId: number,
): Promise<Uint8Array<ArrayBuffer>> {
  return transact(world, async (unit) => {
    await requireOperator(unit.tx, operator);
    const found = await unit.tx.verificationDocument.findUnique({
      where: { storeId },
      include: { store: { select: { accountId: true } } },
    });
    if (!found) throw new NotFound();
    await unit.audit(
      { accountId: found.store.accountId, storeId, actor: operator.actor },
      { action: "store.document_seen", target: `store:${storeId}` },
    );
    return new Uint8Array(Buffer.from(world.secrets.open(found.sealed), "base64"));
  });
}
