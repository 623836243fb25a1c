import type { TokenShelf } from "@/lib/providers/rails/kind";
import { fingerprint } from "@/lib/providers/secrets";
import type { World } from "@/lib/services/core/world";

/** Tokens of providers, which all processes of the installation share. */
export function tokenShelf({ db, secrets }: Pick<World, "db" | "secrets">): TokenShelf {
  return {
    async read(owner) {
      const row = await db.railToken.findUnique({ where: { ownerHash: fingerprint(owner) } });
      return row && { value: secrets.open(row.sealed), untilMs: row.until.getTime() };
    },
    async keep(owner, { value, untilMs }) {
      const ownerHash = fingerprint(owner);
      const data = { sealed: secrets.seal(value), until: new Date(untilMs) };
      await db.railToken.upsert({ where: { ownerHash }, create: { ownerHash, ...data }, update: data });
    },
  };
}
