import { say } from "@/lib/domain/refusal";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { lockSubscribers } from "../subscriptions/record";
import { type Known, knownOf } from "./known";
import type { Moved } from "./moved";
import { problemJson } from "./plan";
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
  world: World,
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
  const made = await writeMoved(world, unit, caller, source, fresh);
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
