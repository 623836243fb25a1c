import type { FeeStatement } from "@/lib/db/generated/client";
import { balanceOf } from "@/lib/domain/invoice";
import { type Money, toMajor } from "@/lib/domain/money";
import { feesPaid, feesTaken } from "@/lib/domain/posting";
import { NotFound } from "@/lib/domain/refusal";
import { invoiceFacts } from "@/lib/resources/invoice";
import { draftInvoice } from "@/lib/services/billing/invoices/draft";
import { markSentByHand } from "@/lib/services/billing/invoices/sent";
import { lockWallet, readWallet } from "@/lib/services/core/ledger/hold";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";
import { permitRead, type Seller } from "@/lib/services/people/accounts/permit";
import { type Operator, requireOperator, requireReason } from "../operator/operator";

// What payments into own accounts cost is owed to the service: it was never in its hands. After each month (UTC) it is taken
// from the store's wallet as far as that goes; the rest is a statement, with an invoice of the operator's own store to pay.

/** A statement as its store sees it. */
export interface OpenFees {
  id: number;
  month: Date;
  rest: Money;
  /** Where it can be paid; null where the operator has no store that bills in its currency. */
  link: string | null;
}

/** What the store owes by now, and the statements that are not paid. Throws NotAllowed. */
export async function readFees(world: World, seller: Seller): Promise<{ due: Money[]; open: OpenFees[] }> {
  permitRead(seller, "money");
  const { storeId } = seller;
  const [owed, open] = await Promise.all([
    world.db.ledgerAccount.findMany({
      where: { storeId, kind: "fees_due", balance: { balanceMinor: { not: 0n } } },
      include: { balance: true },
      orderBy: { currency: "asc" },
    }),
    openOf(world, { storeId }),
  ]);
  return {
    due: owed.map(({ currency, balance }) => ({ minor: balance?.balanceMinor ?? 0n, currency })),
    open,
  };
}

/** The same of any store, for operators. Throws NotAllowed. */
export async function listOpenFees(world: World, operator: Operator, storeId: number): Promise<OpenFees[]> {
  await requireOperator(world.db, operator);
  return openOf(world, { storeId });
}

/** One that is not paid; null where there is none. Throws NotAllowed. */
export async function findOpenFees(world: World, operator: Operator, id: number) {
  await requireOperator(world.db, operator);
  const row = await world.db.feeStatement.findFirst({
    where: { id, paidAt: null },
    include: { store: true },
  });
  if (!row) return null;
  const { storeId, store, month, amountMinor, takenMinor, currency } = row;
  return { id, storeId, storeName: store.name, month, rest: { minor: amountMinor - takenMinor, currency } };
}

async function openOf(world: World, where: { storeId: number }): Promise<OpenFees[]> {
  const rows = await world.db.feeStatement.findMany({
    where: { ...where, paidAt: null },
    include: { invoice: { select: { token: true } } },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id, month, amountMinor, takenMinor, currency, invoice }) => ({
    ...{ id, month, rest: { minor: amountMinor - takenMinor, currency } },
    link: invoice && linkOf(world, invoice),
  }));
}

function linkOf({ config }: World, { token }: { token: string }): string {
  return `${config.siteUrl}/invoice/${token}`;
}

/** States the month that is over, once for each store and currency, and settles what was paid. Safe to repeat. */
export async function stateFees(world: World): Promise<{ stated: number; settled: number }> {
  const now = world.clock.now();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const { feeStores } = world.config;
  const due = await world.db.$queryRaw<{ storeId: number; currency: string }[]>`
    SELECT a.store_id AS "storeId", a.currency FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
    WHERE a.kind = 'fees_due' AND b.balance_minor > 0
      AND EXISTS (SELECT FROM ledger_postings p JOIN ledger_transactions l ON l.id = p.transaction_id
        WHERE p.from_account_id = a.id AND l.occurred_at < ${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))})
      AND NOT EXISTS (SELECT FROM fee_statements f
        WHERE f.store_id = a.store_id AND f.currency = a.currency AND f.month = ${month}::date)
      AND NOT EXISTS (SELECT FROM stores s WHERE s.id = a.store_id AND s.slug = ANY (${[...feeStores]}))
    ORDER BY 1, 2 LIMIT 200`;
  let stated = 0;
  for (const one of due) if (await transact(world, (unit) => state(unit, { ...one, month }))) stated += 1;
  return { stated, settled: await settlePaid(world) };
}

interface Stated {
  storeId: number;
  currency: string;
  month: Date;
}

/** False where nothing is left that no statement has, or another process was first. */
async function state(unit: Unit, { storeId, currency, month }: Stated): Promise<boolean> {
  await lockWallet(unit, storeId, currency);
  const of = { storeId, currency };
  const [owed, open, wallet] = await Promise.all([
    unit.tx.ledgerAccount.findFirst({ where: { ...of, kind: "fees_due" }, include: { balance: true } }),
    unit.tx.feeStatement.findMany({ where: { ...of, paidAt: null } }),
    readWallet(unit.tx, storeId, currency),
  ]);
  const known = open.reduce((sum, { amountMinor, takenMinor }) => sum + amountMinor - takenMinor, 0n);
  const amountMinor = (owed?.balance?.balanceMinor ?? 0n) - known;
  if (amountMinor <= 0n) return false;
  const takenMinor = wallet.availableMinor < amountMinor ? wallet.availableMinor : amountMinor;
  const isPaid = takenMinor === amountMinor;
  const made = await unit.tx.feeStatement.createManyAndReturn({
    data: {
      ...{ ...of, month, amountMinor, takenMinor, createdAt: unit.now },
      ...(isPaid ? { paidAt: unit.now, paidBy: "system" } : {}),
    },
    skipDuplicates: true,
  });
  const [statement] = made;
  if (!statement) return false;
  const sourceId = `fees/${statement.id}`;
  if (takenMinor > 0n) await unit.post({ ...feesTaken(takenMinor), ...of, sourceId, rail: "" });
  const invoice = isPaid ? null : await bill(unit, statement);
  await tell(unit, statement, invoice);
  return true;
}

/** An invoice of the operator's own store for what is left; null where none of them bills in this currency. */
async function bill(unit: Unit, statement: FeeStatement): Promise<{ id: number; token: string } | null> {
  const { storeId, currency, month, amountMinor, takenMinor } = statement;
  const slug = { in: [...unit.world.config.feeStores] };
  const biller = await unit.tx.store.findFirst({ where: { slug, currency }, orderBy: { id: "asc" } });
  if (!biller) return null;
  const world = { ...unit.world, unit };
  const caller: Caller = {
    ...{ storeId: biller.id, accountId: biller.accountId, livemode: true, actor: "system" },
  };
  const { name, contactEmail } = await unit.store(storeId);
  const drafted = await draftInvoice(world, caller, {
    ...{ customer_name: name, customer_email: contactEmail, allow_part_payment: false },
    items: [
      {
        description: `${unit.world.config.serviceName} ${month.toISOString().slice(0, 7)}`,
        ...{ quantity: "1", unit_price: toMajor({ minor: amountMinor - takenMinor, currency }) },
      },
    ],
  } as unknown as Parameters<typeof draftInvoice>[2]);
  const { id, token } = await markSentByHand(world, caller, drafted.id);
  await unit.tx.feeStatement.update({ where: { id: statement.id }, data: { invoiceId: id } });
  return { id, token };
}

async function tell(unit: Unit, statement: FeeStatement, invoice: { token: string } | null): Promise<void> {
  const { storeId, currency, month, amountMinor, takenMinor, id } = statement;
  const { name, accountId } = await unit.store(storeId);
  const { siteUrl, serviceName } = unit.world.config;
  await mailOwners(
    unit,
    { storeId, accountId },
    {
      kind: "fee_statement",
      values: {
        ...{ store: name, service: serviceName, month: month.toISOString().slice(0, 7) },
        ...{ amount: { minor: amountMinor, currency }, taken: { minor: takenMinor, currency } },
        rest: { minor: amountMinor - takenMinor, currency },
        link: invoice ? linkOf(unit.world, invoice) : `${siteUrl}/dashboard/wallet/own`,
      },
      dedupeKey: `fee_statement/${id}`,
    },
  );
}

/** Statements whose invoice was paid meanwhile. */
async function settlePaid(world: World): Promise<number> {
  const open = await world.db.feeStatement.findMany({
    where: { paidAt: null, invoiceId: { not: null } },
    include: { invoice: true },
    orderBy: { id: "asc" },
    take: 500,
  });
  const paid = open.filter(({ invoice }) => invoice && balanceOf(invoiceFacts(invoice)) <= 0n);
  for (const { id } of paid) await transact(world, (unit) => settle(unit, id, "system"));
  return paid.length;
}

/** Writes down that a statement was paid otherwise. Throws NotAllowed, NotFound, or Invalid on `reason`. */
export async function settleByHand(
  world: World,
  operator: Operator,
  input: { id: number; reason: string },
): Promise<{ storeId: number }> {
  await requireOperator(world.db, operator);
  const reason = requireReason(input.reason);
  return transact(world, async (unit) => {
    const { storeId } = await settle(unit, input.id, operator.actor);
    const { accountId } = await unit.store(storeId);
    const { actor } = operator;
    const entry = {
      action: "store.fees_settled",
      target: `store:${storeId}`,
      reason,
    };
    await unit.audit({ accountId, storeId, actor }, entry);
    return { storeId };
  });
}

async function settle(unit: Unit, id: number, paidBy: string): Promise<FeeStatement> {
  const { count } = await unit.tx.feeStatement.updateMany({
    where: { id, paidAt: null },
    data: { paidAt: unit.now, paidBy },
  });
  if (count === 0) throw new NotFound();
  const statement = await unit.tx.feeStatement.findUniqueOrThrow({ where: { id } });
  const { storeId, currency, amountMinor, takenMinor } = statement;
  const entry = feesPaid(amountMinor - takenMinor);
  await unit.post({ ...entry, sourceId: `fees/${id}`, storeId, rail: "", currency });
  return statement;
}
