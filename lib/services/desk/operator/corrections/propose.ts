import type { Tx } from "@/lib/db/client";
import { type Correctable, correctable, correctionEnds, ownersOf } from "@/lib/domain/correction";
import type { Language } from "@/lib/domain/languages";
import { isCurrency, parseTypedAmount } from "@/lib/domain/money";
import { Invalid, say } from "@/lib/domain/refusal";
import { isUuidV4, rowIdOf } from "@/lib/domain/token";
import { railKinds } from "@/lib/providers/rails/kinds";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator, requireReason } from "../operator";
import { recordAndNotify } from "./notify";
import { type Correcting, previewOf } from "./preview";

/** The fields of the form, as typed. */
export interface NewCorrection {
  /** The form's id: pressing twice makes one proposal. */
  id: string;
  store: string;
  rail: string;
  currency: string;
  from: string;
  to: string;
  amount: string;
  /** In which `amount` is typed. */
  language?: Language;
  reason: string;
}

/**
 * Proposes to move money between two accounts of the ledger. Nothing moves until another operator approves it; all
 * operators are notified. Throws NotAllowed, or Invalid by field, and on `form` when there is no second operator.
 */
export async function proposeCorrection(
  world: World,
  operator: Operator,
  input: NewCorrection,
): Promise<{ id: string }> {
  return transact(world, async (unit) => {
    const { name: by } = await requireOperator(unit.tx, operator);
    const { id } = input;
    if (!isUuidV4(id)) throw new Invalid({ form: [say("form_incomplete")] });
    if ((await unit.tx.user.count({ where: { isOperator: true } })) < 2)
      throw new Invalid({ form: [say("correction_alone")] });
    const correcting = await read(unit.tx, input);
    const reason = requireReason(input.reason);
    if ((await previewOf(unit.tx, correcting)).some(({ isTooLow }) => isTooLow))
      throw new Invalid({ amount: [say("correction_too_low")] });
    const { from: fromKind, to: toKind, ...rest } = correcting;
    const { count } = await unit.tx.ledgerCorrection.createMany({
      data: [
        {
          ...{ id, ...rest, fromKind, toKind, reason },
          proposedBy: operator.userId,
          proposedAt: unit.now,
          expiresAt: correctionEnds(unit.now),
        },
      ],
      skipDuplicates: true,
    });
    if (count === 0) return { id };
    await recordAndNotify(world, unit, operator, { id, correcting, reason, by, did: "proposed" });
    return { id };
  });
}

async function read(tx: Tx, input: NewCorrection): Promise<Correcting> {
  const { from, to } = accountsOf(input);
  const needs = ownersOf([from, to]);
  const currency = input.currency.trim().toUpperCase();
  if (!isCurrency(currency)) throw new Invalid({ currency: [say("choose_currency")] });
  const amount = parseTypedAmount(input.amount, currency, input.language ?? "en");
  if (!amount.ok || amount.money.minor === 0n)
    throw new Invalid({ amount: [say("amount_like", { currency })] });
  const rail = needs.rail ? input.rail : null;
  if (rail !== null && !knownRail(rail)) throw new Invalid({ rail: [say("correction_rail")] });
  const storeId = needs.store ? await storeOf(tx, input.store) : null;
  return { from, to, currency, rail, storeId, amountMinor: amount.money.minor };
}

function accountsOf({ from, to }: NewCorrection): { from: Correctable; to: Correctable } {
  const giver = correctable.find((kind) => kind === from);
  const taker = correctable.find((kind) => kind === to);
  if (!giver) throw new Invalid({ from: [say("correction_account")] });
  if (!taker || taker === giver) throw new Invalid({ to: [say("correction_account")] });
  // The money that becomes available would pay that same debt at once.
  if (giver === "store_debt" && taker === "wallet_available")
    throw new Invalid({ to: [say("correction_debt")] });
  return { from: giver, to: taker };
}

/** Includes the sandbox: its clearing account can need corrections too. */
function knownRail(id: string): boolean {
  return id === "sandbox" || railKinds.some((kind) => kind.id === id);
}

async function storeOf(tx: Tx, typed: string): Promise<number> {
  const id = rowIdOf(typed.trim());
  const found = await tx.store.findUnique({ where: { id }, select: { id: true } });
  if (!found) throw new Invalid({ store: [say("correction_store")] });
  return found.id;
}
