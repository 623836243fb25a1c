import type { Effect } from "@/lib/domain/correction";
import type { Unit, World } from "@/lib/services/core/world";
import { type Said, said } from "@/lib/text/mail";
import { notifyOperators, notifyOwners, type Operator } from "../operator";
import { type Correcting, previewOf } from "./read";

export type Done = "proposed" | "approved" | "declined" | "withdrawn";

interface Told {
  id: string;
  correcting: Correcting;
  reason: string;
  /** The name of the operator. */
  by: string;
  did: Done;
}

/** Writes the audit log and mails every operator: the act, the person, the reason, and the effect. */
export async function recordAndNotify(
  world: World,
  unit: Unit,
  operator: Operator,
  told: Told,
): Promise<void> {
  const { id, correcting, reason, by, did } = told;
  const { storeId, currency, amountMinor, from, to, rail } = correcting;
  const store = storeId === null ? null : await unit.tx.store.findUniqueOrThrow({ where: { id: storeId } });
  await unit.audit(
    { accountId: store?.accountId ?? null, storeId, actor: operator.actor },
    {
      reason,
      action: `correction.${did}`,
      target: `correction:${id}`,
      details: { currency, amountMinor: String(amountMinor), from, to, rail },
    },
  );
  const what = said(`correction.did_${did}`);
  await notifyOperators(world, unit, {
    key: `correction_${did}/${id}`,
    template: `correction_${did}`,
    what: store ? said("correction.for_store", { what, store: store.name }) : what,
    ...{ effect: effectText(correcting, await previewOf(unit.tx, correcting)), reason, by },
    see: `${world.config.siteUrl}/ops/corrections/${id}`,
  });
}

/**
 * Notifies the owners of the store after their wallet was changed: the balances before and after, the reason, and whom
 * to contact.
 */
export async function notifyTheirOwners(
  world: World,
  unit: Unit,
  told: { id: string; correcting: Correcting; effects: Effect[]; reason: string; contact: string },
): Promise<void> {
  const { id, correcting, effects, reason, contact } = told;
  if (correcting.storeId === null) return;
  const store = await unit.tx.store.findUniqueOrThrow({ where: { id: correcting.storeId } });
  const theirs = effects.filter(
    ({ kind }) => kind !== "clearing" && kind !== "rail_cost" && kind !== "fee_income",
  );
  await notifyOwners(world, unit, store, {
    ...{
      key: `correction/${id}`,
      template: "correction",
      act: said("acted.correction", { store: store.name }),
    },
    ...{ effect: effectText(correcting, theirs), reason, contact },
  });
}

function effectText({ currency, amountMinor, from, to }: Correcting, effects: Effect[]): Said {
  const money = (minor: bigint) => ({ minor, currency });
  return said("correction.effect", {
    amount: money(amountMinor),
    from: said(`correctionAccount_${from}`),
    to: said(`correctionAccount_${to}`),
    changes: effects.map(({ kind, beforeMinor, afterMinor }) =>
      said("correction.change", {
        account: said(`correctionAccount_${kind}`),
        before: money(beforeMinor),
        after: money(afterMinor),
      }),
    ),
  });
}
