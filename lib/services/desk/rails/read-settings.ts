import { z } from "zod";
import { type Credentials, type RailField, variableOf } from "@/lib/providers/rails/kind";
import { railKinds } from "@/lib/providers/rails/kinds";
import type { RailPreference, RailSetting } from "@/lib/services/core/rails";
import type { World } from "@/lib/services/core/world";

export type Variables = Readonly<Record<string, string | undefined>>;

/** Every rail that is set up: the stored settings, overridden by those of the environment. */
export async function readSettings(
  world: Pick<World, "db" | "secrets">,
  environment: Variables,
): Promise<{ settings: RailSetting[]; preferences: RailPreference[] }> {
  const [rows, preferences] = await Promise.all([
    world.db.railSetting.findMany({ take: 100 }),
    world.db.railOrder.findMany({
      select: { op: true, method: true, country: true, currency: true, rails: true },
      take: 1_000,
    }),
  ]);
  const settings = railKinds.flatMap(({ id, fields }) => {
    const row = rows.find(({ rail }) => rail === id);
    const typed = row && {
      updatedAt: row.updatedAt,
      updatedBy: row.updatedBy,
      enabled: row.enabled,
    };
    const given = givenBy(environment, id, fields);
    const baseUrl = environment[variableOf(id, "baseUrl")] ?? null;
    if (given)
      return {
        ...{ id, source: "environment" as const, credentials: given, updatedAt: null, updatedBy: null },
        livemode: environment[variableOf(id, "mode")] !== "test",
        baseUrl,
        version: "environment",
        ...typed,
        enabled: typed?.enabled ?? true,
      };
    if (!row || !typed) return [];
    return {
      ...{ id, source: "settings" as const, ...typed },
      livemode: row.livemode,
      credentials: opened(world, row.credentialsSealed),
      baseUrl,
      version: row.updatedAt.toISOString(),
    };
  });
  return { settings, preferences };
}

/** Null while none of the rail's variables is set. */
function givenBy(environment: Variables, id: string, fields: readonly RailField[]): Credentials | null {
  const given = fields.flatMap(({ name }) => {
    const value = environment[variableOf(id, name)];
    return value === undefined ? [] : [[name, value] as const];
  });
  return given.length > 0 ? Object.fromEntries(given) : null;
}

const sealedShape = z.record(z.string(), z.string());

export function opened(world: Pick<World, "secrets">, sealed: Uint8Array): Credentials | null {
  try {
    return sealedShape.parse(JSON.parse(world.secrets.open(sealed)));
  } catch {
    // Sealed with another SECRET_KEY: the rail must be set up again, and its page says so.
    return null;
  }
}
