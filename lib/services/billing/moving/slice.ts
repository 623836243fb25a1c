import type { Tx } from "@/lib/db/client";
import type { SubscriptionRow } from "@/lib/db/rows";
import { NotFound, Refusal, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { despiteRaces } from "@/lib/services/people/customers/contact";
import { lockSubscribers, lockSubscription } from "../subscriptions/read";
import { requireTestMode } from "../test-mode/start-subscription";
import { checkMove, type Moved, problemJson } from "./moved";
import type { TypedMove } from "./read-file";
import { type Person, writeCustomers, writeMoved } from "./write";

/** A line that is to be made. */
export interface OpenLine {
  line: number;
  kind: string;
  key: string | null;
  data: unknown;
}

/** What became of a line. */
export interface Made {
  line: number;
  outcome: "make" | "same" | "refused";
  madeId: string | null;
  madeCustomerId: number | null;
  problem?: ReturnType<typeof problemJson>;
}

/** Makes the subscriptions of a slice, and the customers whom nobody knew. What is there already by now stays as it is. */
export async function makeSubscriptions(
  unit: Unit,
  caller: Caller,
  source: string,
  lines: readonly { line: number; moved: Moved; customerId: number | null }[],
): Promise<Made[]> {
  const all = lines.map(({ moved }) => moved);
  const before = await knownOf(unit.tx, caller, source, all);
  const people = peopleOf(lines, before);
  const ids = await writeCustomers(unit, caller, people.fresh);
  const owned = lines.map((one) => {
    const found = people.of.get(one.line);
    if (found === undefined) throw new Error("A line of a move has no customer.");
    return { ...one, customerId: found.known ?? ids[found.fresh ?? 0] ?? 0, isNew: found.known === null };
  });
  lockSubscribers(
    unit,
    owned.map(({ moved, customerId }) => ({ productId: moved.productId, ref: moved.ref, customerId })),
  );
  const known = await knownOf(unit.tx, caller, source, all);
  const taken = new Set<string>();
  const fresh = owned.filter(({ moved, customerId }) => {
    const key = `${moved.productId}/${moved.ref === null ? customerId : `ref ${moved.ref}`}`;
    if (known.subscriptionOf(moved) !== undefined || taken.has(key)) return false;
    taken.add(key);
    return true;
  });
  const made = await writeMoved(unit, caller, source, fresh);
  return owned.map((one): Made => {
    const at = fresh.indexOf(one);
    const madeCustomerId = one.isNew ? one.customerId : null;
    return at < 0
      ? { line: one.line, outcome: "same", madeId: known.subscriptionOf(one.moved) ?? null, madeCustomerId }
      : { line: one.line, outcome: "make", madeId: made[at] ?? null, madeCustomerId };
  });
}

interface People {
  fresh: Person[];
  /** By line: the customer who is there, or the number of the new one. */
  of: Map<number, { known: number | null; fresh: number | null }>;
}

/** Whom each line is about. Lines of one e-mail or phone are about one customer; a contact is never given to two. */
function peopleOf(
  lines: readonly { line: number; moved: Moved; customerId: number | null }[],
  known: Known,
): People {
  const people: People = { fresh: [], of: new Map() };
  const byContact = new Map<string, number>();
  for (const { line, moved, customerId } of lines) {
    const found = customerId ?? known.customerOf(moved)?.id ?? null;
    const contacts = [moved.email, moved.phone].filter((one) => one !== null);
    const same = contacts.map((one) => byContact.get(one)).find((one) => one !== undefined);
    if (found !== null || same !== undefined) {
      people.of.set(line, { known: found, fresh: found === null ? (same ?? null) : null });
      continue;
    }
    const at = people.fresh.push({ name: moved.name, email: moved.email, phone: moved.phone }) - 1;
    for (const contact of contacts) byContact.set(contact, at);
    people.of.set(line, { known: null, fresh: at });
  }
  return people;
}

/** A line that cannot be written, whatever is the matter with it. */
export function failedLine({ line }: OpenLine): Made {
  return {
    line,
    outcome: "refused",
    madeId: null,
    madeCustomerId: null,
    problem: problemJson(say("move_failed")),
  };
}

/** A subscription or customer of this store that a line is about. */
export interface Known {
  /** The id of the subscription that is there already. */
  subscriptionOf(moved: Moved): string | undefined;
  /** The customer of the e-mail, else of the phone. */
  customerOf(moved: Pick<Moved, "email" | "phone">): { id: number; status: string } | undefined;
}

/** Looks up in five statements whatever these lines name: by product and ref, by the id at the old provider, by customer. */
export async function knownOf(
  tx: Pick<Tx, "customer" | "subscription">,
  { accountId, storeId, livemode }: Caller,
  source: string,
  lines: readonly Moved[],
): Promise<Known> {
  const list = <T>(values: (T | null)[]) => [...new Set(values.filter((value) => value !== null))] as T[];
  const customers = await tx.customer.findMany({
    where: {
      ...{ accountId, livemode, prospect: false },
      OR: [
        { email: { in: list(lines.map((one) => one.email)) } },
        { phone: { in: list(lines.map((one) => one.phone)) } },
      ],
    },
    select: { id: true, email: true, phone: true, status: true },
  });
  const scope = { storeId, livemode, productId: { in: list(lines.map((one) => one.productId)) } };
  const select = { id: true, productId: true, ref: true, customerId: true, externalId: true };
  const refs = list(lines.map((one) => one.ref));
  const ids = list(lines.map((one) => one.externalId));
  const [byRef, byExternal, byCustomer] = await Promise.all([
    refs.length === 0 ? [] : tx.subscription.findMany({ where: { ...scope, ref: { in: refs } }, select }),
    ids.length === 0
      ? []
      : tx.subscription.findMany({
          where: { storeId, livemode, importedFrom: source, externalId: { in: ids } },
          select,
        }),
    tx.subscription.findMany({
      where: { ...scope, accountId, customerId: { in: customers.map(({ id }) => id) } },
      select,
      orderBy: { createdAt: "asc" },
    }),
  ]);
  const emails = new Map(customers.map((one) => [one.email, one]));
  const phones = new Map(customers.map((one) => [one.phone, one]));
  const customerOf: Known["customerOf"] = ({ email, phone }) =>
    (email === null ? undefined : emails.get(email)) ?? (phone === null ? undefined : phones.get(phone));
  const refKeys = new Map(byRef.map((row) => [`${row.productId}/${row.ref}`, row.id]));
  const externals = new Map(byExternal.map((row) => [row.externalId, row.id]));
  const owners = new Map(byCustomer.map((row) => [`${row.productId}/${row.customerId}`, row.id]));
  return {
    customerOf,
    subscriptionOf(moved) {
      const { productId, ref, externalId } = moved;
      const found = externalId === null ? undefined : externals.get(externalId);
      if (found) return found;
      if (ref !== null) return refKeys.get(`${productId}/${ref}`);
      const customer = customerOf(moved);
      return customer && owners.get(`${productId}/${customer.id}`);
    },
  };
}

/**
 * Moves one subscription in, as a line of a file would be: nobody is told, and nothing is charged. Throws NotFound for the
 * product, Invalid by field, and Refusal `already_subscribed` or `test_mode_off`.
 */
export async function importSubscription(
  world: World,
  caller: Caller,
  typed: TypedMove,
): Promise<SubscriptionRow> {
  permit(caller, "subscription.import");
  return despiteRaces(() =>
    transact(world, async (unit) => {
      if (!caller.livemode) await requireTestMode(unit, caller);
      const { country } = await unit.store(caller.storeId);
      const product = await unit.tx.product.findFirst({
        where: { id: Number(typed.product), storeId: caller.storeId, interval: { not: null } },
      });
      if (!product) throw new NotFound();
      const context = { now: unit.now, country, products: [product], otherwise: null };
      const moved = checkMove(typed, context);
      const lines = [{ line: 1, moved, customerId: null }];
      const [made] = await makeSubscriptions(unit, caller, "api", lines);
      if (made?.outcome !== "make" || !made.madeId) throw new Refusal("already_subscribed");
      const row = await lockSubscription(unit, caller, made.madeId);
      if (!row) throw new NotFound();
      return row;
    }),
  );
}
