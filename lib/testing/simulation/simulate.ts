import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { checkBooks } from "../check-books";
import type { PayingWorld } from "../payments";
import { poolOfChecks } from "../world";
import { moneyGoesBack } from "./backwards";
import { openShelf, shelfActs } from "./buyers";
import { somebodyIsAskedFor, somebodyPaysByCard } from "./cards";
import { somebodyChangesPlan } from "./changes";
import { changesDiscounts, openDiscounts, somebodyWantsItTwice } from "./discounts";
import { quiesce, railActs, timePasses, workersRun } from "./fate";
import { somebodyTries, somethingForNothing } from "./gifts";
import { somebodyPays } from "./payers";
import { compareWithPrices } from "./prices";
import { compareWithRail, totalsAgree } from "./rail-agrees";
import { renewalActs } from "./renewals";
import { sellerActs } from "./sellers";
import { beginTown, type Town } from "./town";

export const stepsEach = 100;

/** What broke, with all that is needed to see it again; null when nothing did. */
export interface Broken {
  seed: number;
  /** From 1; 0 is the beginning, one more than the last is the end, after everything has calmed down. */
  step: number;
  did: string;
  problems: string[];
}

/** Runs one seed: whatever happens in whatever order, the invariants hold after every step, and at the end nothing is left. */
export async function simulate(base: PayingWorld, seed: number, steps = stepsEach): Promise<Broken | null> {
  const town = await beginTown(base, seed);
  if (town.codes) await openDiscounts(town);
  const shelf = hasShelf(seed) ? await openShelf(town, seed) : null;
  for (let step = 1; step <= steps; step += 1) {
    const did = await guarded(async () => {
      const said = await act(town);
      return shelf ? `${said}; ${await shelfActs(shelf)}` : said;
    });
    await town.world.settled();
    const problems = [...did.problems, ...(await wrong(town, false))];
    if (problems.length > 0) return { seed, step, did: did.said, problems };
  }
  const ended = await guarded(async () => {
    await quiesce(town);
    return "everything calms down";
  });
  const problems = [
    ...ended.problems,
    ...(await wrong(town, true)),
    ...(await totalsAgree(town)),
    ...(await checkBooks(town.world, town.shop.store.id)),
  ];
  return problems.length > 0 ? { seed, step: steps + 1, did: ended.said, problems } : null;
}

/** In one of five lives something is delivered by itself. */
function hasShelf(seed: number): boolean {
  return seed % 5 === 3;
}

async function act(town: Town): Promise<string> {
  if (town.givesFree && town.luck.once(10)) return somethingForNothing(town);
  if (town.renews && town.luck.once(5)) return renewalActs(town);
  if (town.renews && town.luck.once(12)) return somebodyPaysByCard(town);
  if (town.renews && town.luck.once(20)) return somebodyIsAskedFor(town);
  if (town.plans.length > 0 && town.luck.once(8)) return somebodyChangesPlan(town);
  if (town.codes && town.luck.once(12)) return changesDiscounts(town);
  if (town.codes && town.luck.once(12)) return somebodyWantsItTwice(town);
  if (town.hasTrials && town.luck.once(8)) return somebodyTries(town);
  const which = town.luck.roll(100);
  if (which < 28) return somebodyPays(town);
  if (which < 46) return timePasses(town);
  if (which < 62) return workersRun(town);
  if (which < 76) return railActs(town);
  if (which < 86) return moneyGoesBack(town);
  return sellerActs(town);
}

async function wrong(town: Town, quiet: boolean): Promise<string[]> {
  const { world, shop } = town;
  const books = { pool: poolOfChecks(), clock: world.clock };
  return [
    ...town.errors.splice(0),
    ...(await checkInvariants(books, { storeId: shop.store.id, quiet })),
    ...(await compareWithRail(town)),
    ...(await compareWithPrices(town)),
  ];
}

/** What is thrown and is no refusal in words is a finding like any other. */
async function guarded(run: () => Promise<string>): Promise<{ said: string; problems: string[] }> {
  try {
    return { said: await run(), problems: [] };
  } catch (error) {
    return {
      said: "an error",
      problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    };
  }
}
