import type { RailAccount } from "@/lib/db/generated/client";
import { say } from "@/lib/domain/refusal";
import type { Credentials } from "@/lib/providers/rails/kind";
import { kindOf } from "@/lib/providers/rails/kinds";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { Anomaly } from "@/lib/providers/rails/wire/client";
import type { OwnAccounts } from "@/lib/services/core/rails";
import type { World } from "@/lib/services/core/world";
import { type Checked, checkWith } from "../rails/check-rail";
import { opened } from "../rails/settings";

export interface Looked extends Checked {
  rail: PaymentRail | null;
}

/** A real call that moves nothing, with an adapter of these very credentials; those that are kept, where none are given. */
export async function lookAt(
  world: Pick<World, "log" | "secrets"> & { rails: { own?: Pick<OwnAccounts, "probe"> } },
  row: Pick<RailAccount, "key" | "rail" | "livemode" | "addressSealed"> & { credentialsSealed?: Uint8Array },
  credentials?: Credentials,
): Promise<Looked> {
  const noticed: Anomaly[] = [];
  const keys = credentials ?? (row.credentialsSealed && opened(world, row.credentialsSealed)) ?? {};
  const rail = world.rails.own?.probe(row, keys, (anomaly) => noticed.push(anomaly)) ?? null;
  if (!rail) return { ok: false, detail: say("rail_check_none"), rail };
  return { ...(await checkWith(world, rail, kindOf(row.rail)?.name ?? row.rail, noticed)), rail };
}

/** Whether the rail does not accept the credentials. Anything else may be well in a moment. */
export function isRefused({ ok, detail, rail }: Looked): boolean {
  return !ok && (rail === null || detail?.code === "rail_check_refused");
}

/** Kept as it can be said in any language. */
export function problemOf({ ok, detail }: Checked): string | null {
  return ok ? null : JSON.stringify(detail ?? say("rail_check_none"));
}

/** The provider's addresses and list are those of one number. */
export function isSameTill(rail: PaymentRail | null, before: PaymentRail | null | undefined): boolean {
  if (!rail || !before) return rail === null;
  const parts = (one: PaymentRail) => `${one.till?.kind}/${one.till?.number}/${Boolean(one.direct?.arrived)}`;
  return parts(rail) === parts(before);
}
