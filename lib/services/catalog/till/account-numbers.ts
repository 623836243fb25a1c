import type { Tx } from "@/lib/db/client";
import { accountNumberOf, digitsFor, readAccountNumber } from "@/lib/domain/account-number";
import { phoneNetworkOf } from "@/lib/domain/phone-messages/networks";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { Till } from "@/lib/providers/rails/till";
import type { World } from "@/lib/services/core/world";

/** What an account number can name. */
export type Named =
  | { kind: "invoice"; id: number }
  | { kind: "link"; id: number }
  | { kind: "subscription"; id: string };

/** Where a payer pays to a store unasked, and for what. */
export interface PayAtTill extends Pick<Till, "kind" | "number"> {
  /** Null: a till takes none. */
  account: string | null;
}

/** The store's own account that takes payments at a till in this place, and hears of them. Null: none does. */
export function takingAtTill(
  { rails }: Pick<World, "rails">,
  { id, country, currency }: { id: number; country: string; currency: string },
): PaymentRail | null {
  const taking = rails.own?.taking(id, { method: "mobile_money", country, currency }) ?? [];
  return taking.find(({ till }) => till && till.isHeard !== false) ?? null;
}

/** What the page of a thing says of the till. Null where the store has none. The number is made when it is first shown. */
export async function readPayAtTill(
  world: Pick<World, "db" | "rails" | "random" | "clock">,
  store: { id: number; country: string; currency: string },
  named: Named,
): Promise<PayAtTill | null> {
  const rail = takingAtTill(world, store);
  // Money that is sent to a phone names what it pays only where the network takes a word with it.
  const isNamed = !rail?.phone || phoneNetworkOf(rail.phone.network)?.takesReference;
  if (!rail?.till || !isNamed) return null;
  const { kind, number } = rail.till;
  return { kind, number, account: kind === "till" ? null : await numberOf(world, store.id, named) };
}

/** The number of a thing. Two that are shown it first at once see the same one. */
export async function numberOf(
  { db, random, clock }: Pick<World, "db" | "random" | "clock">,
  storeId: number,
  named: Named,
): Promise<string> {
  const names = `${named.kind}/${named.id}`;
  for (;;) {
    const known = await db.accountNumber.findUnique({ where: { storeId_names: { storeId, names } } });
    if (known) return known.number;
    const digits = digitsFor(await db.accountNumber.count({ where: { storeId } }));
    const number = accountNumberOf(randomDigits(random, digits));
    const row = { storeId, number, names, createdAt: clock.now() };
    await db.accountNumber.createMany({ data: [row], skipDuplicates: true });
  }
}

/** So many digits, and the first is not zero: it would be left out. */
function randomDigits(random: World["random"], count: number): string {
  const lowest = 10 ** (count - 1);
  const value = Buffer.from(random.bytes(6)).readUIntBE(0, 6);
  return String(lowest + (value % (9 * lowest)));
}

/** What a typed number names in this store. Null: nothing, or it is no account number. */
export async function findNamed(
  tx: Pick<Tx, "accountNumber">,
  storeId: number,
  typed: string | null,
): Promise<Named | null> {
  const number = readAccountNumber(typed ?? "");
  if (number === null) return null;
  const row = await tx.accountNumber.findUnique({ where: { storeId_number: { storeId, number } } });
  if (!row) return null;
  const [kind, id = ""] = row.names.split("/");
  if (kind === "subscription") return { kind, id };
  // Safe: only `numberOf` writes names.
  return { kind: kind as "invoice" | "link", id: Number(id) };
}
