import { Prisma, type Tx } from "@/lib/db/client";
import { plainEmail } from "@/lib/domain/discount";
import type { World } from "@/lib/services/core/world";

/** By what one person is known again: their customer, their e-mail without what follows a plus, their phone. */
export interface Redeemer {
  accountId: number;
  /** Null for somebody who is no customer yet. */
  customerId: number | null;
  /** Trimmed and lower-cased. */
  email: string | null;
  /** E.164. */
  phone: string | null;
}

/** The keyed hashes that are stored with a redemption. */
export function hashesOf(world: Pick<World, "secrets">, storeId: number, who: Redeemer): Uint8Array[] {
  return textsOf(storeId, who).map((text) => world.secrets.mac("redeemer", text));
}

function textsOf(storeId: number, { email, phone }: Redeemer): string[] {
  return [
    ...(email === null ? [] : [`${storeId}/email/${plainEmail(email)}`]),
    ...(phone === null ? [] : [`${storeId}/phone/${phone}`]),
  ];
}

/** With the keys of before too. As hex, because it is one parameter of a statement. */
function lookedFor(world: Pick<World, "secrets">, storeId: number, who: Redeemer): string[] {
  return textsOf(storeId, who).flatMap((text) =>
    world.secrets.macs("redeemer", text).map((mac) => Buffer.from(mac).toString("hex")),
  );
}

/** On discount_redemptions r and its order o: it is this person's. */
function isTheirs(world: Pick<World, "secrets">, storeId: number, who: Redeemer): Prisma.Sql {
  const hashes = lookedFor(world, storeId, who);
  const theirs = Prisma.sql`r.who && (SELECT coalesce(array_agg(decode(h, 'hex')), '{}') FROM unnest(${hashes}::text[]) h)`;
  return who.customerId === null
    ? theirs
    : Prisma.sql`(${theirs} OR EXISTS (SELECT 1 FROM orders o WHERE o.id = r.order_id AND o.customer_id = ${who.customerId}))`;
}

/**
 * Whether this person ever paid in the store, and how often they redeemed each of these, payments under way included.
 * `except`: an order that is not looked at.
 */
export async function usesOf(
  world: Pick<World, "secrets">,
  tx: Pick<Tx, "$queryRaw">,
  storeId: number,
  discounts: readonly { id: number }[],
  who: Redeemer | null,
  except: number | null = null,
): Promise<{ hasPaid: boolean; of: ReadonlyMap<number, number> }> {
  if (who === null || discounts.length === 0) return { hasPaid: false, of: new Map() };
  const ids = discounts.map(({ id }) => id);
  const rows = await tx.$queryRaw<{ id: number | null; uses: number; paid: boolean }[]>`
    SELECT r.discount_id AS id, count(*)::int AS uses, false AS paid FROM discount_redemptions r
    WHERE r.store_id = ${storeId} AND r.discount_id = ANY (${ids}::int[]) AND r.counts AND r.state <> 'returned'
      AND (${except}::int IS NULL OR r.order_id IS DISTINCT FROM ${except}::int) AND ${isTheirs(world, storeId, who)}
    GROUP BY r.discount_id
    UNION ALL SELECT NULL, 0, EXISTS (SELECT 1 FROM orders o
      WHERE o.store_id = ${storeId} AND o.paid_at IS NOT NULL AND o.customer_id IN (${sameCustomers(who)}))`;
  const of = new Map(rows.flatMap(({ id, uses }) => (id === null ? [] : [[id, uses] as const])));
  return { hasPaid: rows.some(({ paid }) => paid), of };
}

/** Everybody in the account who may be this person. Other addresses behind a plus are found by the index of parts. */
function sameCustomers({ accountId, customerId, email, phone }: Redeemer): Prisma.Sql {
  const plain = email === null ? null : plainEmail(email);
  const [name = "", host = ""] = plain === null ? [] : plain.split("@");
  const tagged = plain === null ? null : `${escaped(name)}+%@${escaped(host)}`;
  return Prisma.sql`SELECT id FROM customers WHERE account_id = ${accountId} AND livemode
    AND (id = ${customerId}::int OR phone = ${phone} OR email = ${plain} OR email LIKE ${tagged})`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
