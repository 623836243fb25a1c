import type { Filters, Search } from "@/app/_lists/filters";
import { type List, openList, type Reading } from "@/app/_lists/list";
import { ListPage } from "@/app/_lists/list-view";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/guarded-action";
import type { World } from "@/lib/services/core/world";
import type { Operator } from "@/lib/services/desk/operator/operator";
import { systemWorld } from "@/lib/services/desk/system-world";
import { OperatorPage, type OperatorSection } from "./operator-page";
import { operatorWords, zoneOf } from "./words";

/** The reader of a list of the whole service. */
export interface AtDesk extends Reading {
  person: Awaited<ReturnType<typeof currentOperator>>;
  operator: Operator;
  world: World;
}

export type OperatorList<Row, F extends Filters> = List<AtDesk, Row, F>;

/** Gives each list its own type, inferred from its definition. */
export function operatorList<Row, F extends Filters>(list: OperatorList<Row, F>): OperatorList<Row, F> {
  return list;
}

export async function atDesk(): Promise<AtDesk> {
  const person = await currentOperator();
  const world = systemWorld();
  return {
    ...{ person, world, words: operatorWords(person), operator: await operatorCaller() },
    // Stores are in many time zones; the operator reads all in their own.
    ...{ timeZone: zoneOf(person), now: world.clock.now() },
  };
}

/** The page of a list in the operator's area. */
export function operatorListPage<Row, F extends Filters>(
  list: OperatorList<Row, F>,
  section: OperatorSection,
) {
  return async function OperatorListPage({ searchParams }: { searchParams: Promise<Search> }) {
    const who = await atDesk();
    const opened = await openList(list, who, await searchParams);
    return (
      <OperatorPage person={who.person} section={section}>
        <ListPage {...opened} />
      </OperatorPage>
    );
  };
}
