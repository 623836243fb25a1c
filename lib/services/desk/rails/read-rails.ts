import { NotFound, type Problem } from "@/lib/domain/refusal";
import type { RailKind } from "@/lib/providers/rails/kind";
import { callbackUrlOf, railKinds } from "@/lib/providers/rails/kinds";
import type { NetworkInfo } from "@/lib/providers/rails/port";
import type { RailSetting } from "@/lib/services/core/rails";
import type { World } from "@/lib/services/core/world";
import { railOf, routeOf } from "@/lib/services/money/rails";
import { type Operator, requireOperator } from "../operator/operator";
import { splitWay, type Way, ways } from "./set-order";
import { problemsOf } from "./settings";

// Pages know rails by this file.
export { variableOf } from "@/lib/providers/rails/kind";
export { kindOf, ownKinds, railKinds } from "@/lib/providers/rails/kinds";
export type { NetworkInfo } from "@/lib/providers/rails/port";

export interface RailView {
  kind: RailKind;
  /** `broken`: its settings cannot be used; see `problems`. */
  state: "not_set_up" | "on" | "off" | "broken";
  setting: Omit<RailSetting, "credentials"> | null;
  problems: Problem[];
  /** The last characters of secrets and the values of the other fields, for the form. */
  shown: Record<string, string>;
  callbackUrl: string;
  /** The person who changed it last. */
  by: string | null;
  /** Whether it is asked by itself for subscriptions that renew by themselves. */
  letsRenew: boolean;
}

/** Every supported rail, set up or not. Throws NotAllowed. */
export async function readRails(world: World, operator: Operator): Promise<RailView[]> {
  await requireOperator(world.db, operator);
  return railViews(world);
}

/** The same for the watch, which nobody is signed in for. */
export async function railViews(world: World): Promise<RailView[]> {
  const { settings = [] } = (await world.rails.routes?.read()) ?? {};
  const users = await world.db.user.findMany({
    where: { id: { in: settings.map(({ updatedBy }) => userIdOf(updatedBy)) } },
    select: { id: true, name: true },
  });
  const stopped = await world.db.railRenewal.findMany({ where: { enabled: false }, select: { rail: true } });
  return railKinds.map((kind) => {
    const setting = settings.find(({ id }) => id === kind.id) ?? null;
    const by = users.find(({ id }) => id === userIdOf(setting?.updatedBy ?? null))?.name ?? null;
    return {
      ...viewOf(kind, setting, settings),
      by,
      letsRenew: !stopped.some(({ rail }) => rail === kind.id),
      callbackUrl: callbackUrlOf(world.config.siteUrl, kind.id),
    };
  });
}

/** One rail. Throws NotAllowed or NotFound. */
export async function readRail(world: World, operator: Operator, id: string): Promise<RailView> {
  const found = (await readRails(world, operator)).find(({ kind }) => kind.id === id);
  if (!found) throw new NotFound();
  return found;
}

function viewOf(
  kind: RailKind,
  setting: RailSetting | null,
  all: readonly RailSetting[],
): Omit<RailView, "by" | "callbackUrl" | "letsRenew"> {
  if (!setting) return { kind, setting, state: "not_set_up", problems: [], shown: {} };
  const { credentials, ...rest } = setting;
  const problems = Object.values(problemsOf(setting, all)).flat();
  const state = problems.length > 0 ? "broken" : setting.enabled ? "on" : "off";
  const shown = kind.fields.flatMap(({ name, kind: type }) => {
    const value = credentials?.[name];
    return value === undefined ? [] : [[name, type === "secret" ? endOf(value) : value] as const];
  });
  return { kind, setting: rest, state, problems, shown: Object.fromEntries(shown) };
}

/** Enough to distinguish two keys; nothing of a short one. */
function endOf(secret: string): string {
  return secret.length >= 20 ? `…${secret.slice(-4)}` : "set";
}

function userIdOf(actor: string | null): number {
  return Number(/^user:(\d{1,9})$/.exec(actor ?? "")?.[1] ?? 0);
}

/** The networks of a rail in its current answer; null when it cannot answer. Throws NotAllowed. */
export async function networksOfRail(
  world: World,
  operator: Operator,
  id: string,
): Promise<NetworkInfo[] | null> {
  await requireOperator(world.db, operator);
  return networksAnswered(world, id);
}

/** The same for the watch. */
export async function networksAnswered(world: World, id: string): Promise<NetworkInfo[] | null> {
  try {
    return (await railOf(world, id)?.networks({ op: "charge" })) ?? [];
  } catch {
    // The health check shows the reason.
    return null;
  }
}

export interface RouteLine {
  way: Way;
  country: string;
  currency: string;
  /** Best first, in the order that a payment would use now. */
  rails: string[];
  isOperators: boolean;
}

const placesMax = 20;

/**
 * The rails that a payment or payout would use now, for the countries and currencies of existing stores and of the
 * operator's orders. Throws NotAllowed.
 */
export async function readRoutes(world: World, operator: Operator): Promise<RouteLine[]> {
  await requireOperator(world.db, operator);
  const { preferences = [] } = (await world.rails.routes?.read()) ?? {};
  const stores = await world.db.store.groupBy({
    by: ["country", "currency"],
    orderBy: [{ country: "asc" }, { currency: "asc" }],
    take: placesMax,
  });
  const places = [...stores, ...preferences].map(({ country, currency }) => `${country}/${currency}`);
  return Promise.all(
    [...new Set(places)].flatMap((place) => {
      const [country = "", currency = ""] = place.split("/");
      return ways.map(async (way) => {
        const query = { ...splitWay(way), storeId: null, country, currency };
        const rails = await routeOf(world, query);
        const isOperators = preferences.some(
          (row) =>
            row.op === query.op &&
            row.method === query.method &&
            row.country === country &&
            row.currency === currency,
        );
        return { way, country, currency, rails: rails.map(({ id }) => id), isOperators };
      });
    }),
  );
}
