import { networkOf } from "@/lib/domain/network";
import type { World } from "@/lib/services/core/world";
import { checkRail } from "../../rails/check-rail";
import { networksOfRail, readRails } from "../../rails/read-rails";
import type { Operator } from "../operator";
import type { HealthLine } from "./line";

const sinceMs = 24 * 60 * 60 * 1000;
/** The newest orders of all stores: as far back as one look goes, however many a day has. */
const ordersMax = 5_000;
/** Fewer ended payments say nothing about a network. */
const enough = 5;

interface NetworkRow {
  rail: string;
  network: string | null;
  method: string;
  succeeded: number;
  failed: number;
  open: number;
}

/** How payments fared by rail and network in the last 24 hours. */
export async function readNetworks(world: World): Promise<HealthLine[]> {
  const since = new Date(world.clock.now().getTime() - sinceMs);
  const { rows } = await world.pool.query<NetworkRow>(
    `SELECT a.rail, a.network, a.method::text,
       count(*) FILTER (WHERE a.status IN ('succeeded', 'reversed'))::int AS succeeded,
       count(*) FILTER (WHERE a.status = 'failed')::int AS failed,
       count(*) FILTER (WHERE a.status IN ('created', 'pending', 'unknown'))::int AS open
     FROM (SELECT id FROM orders ORDER BY id DESC LIMIT ${ordersMax}) o
     JOIN payment_attempts a ON a.order_id = o.id
     WHERE a.created_at >= $1
     GROUP BY a.rail, a.network, a.method ORDER BY count(*) DESC LIMIT 50`,
    [since],
  );
  if (rows.length === 0)
    return [
      {
        name: "Payments",
        value: "None in 24 hours",
        state: "well",
        means: "Nobody tried to pay.",
        todo: null,
      },
    ];
  return rows.map(lineOf);
}

function lineOf({ rail, network, method, succeeded, failed, open }: NetworkRow): HealthLine {
  const name = `${network ? nameOf(network) : method.replaceAll("_", " ")} by ${rail}`;
  const ended = succeeded + failed;
  const share = ended === 0 ? 1 : succeeded / ended;
  const waiting = open > 0 ? `, ${open} still open` : "";
  const value =
    ended === 0 ? `${open} still open` : `${Math.round(share * 100)} % of ${ended} came through${waiting}`;
  if (ended < enough)
    return { name, value, state: "well", means: "Too few to say anything about it.", todo: null };
  if (share >= 0.7)
    return {
      ...{ name, value, state: "well", todo: null },
      means: "Payers without money, or who change their mind, are always among those that fail.",
    };
  return {
    ...{ name, value },
    state: share >= 0.4 ? "watch" : "bad",
    means: "More fail than people’s own reasons explain: the network, the provider, or our keys.",
    todo: "Check the connection of the rail, read the provider’s status page, and put another rail first if it goes on.",
  };
}

/** As long as a page may wait for a provider. */
const patienceMs = 3_000;

/** As people call it, with its country: several countries have an M-Pesa. */
function nameOf(network: string): string {
  const known = networkOf(network);
  return known ? `${known.displayName} (${known.country})` : network;
}

/** What each rail says of itself, asked now, and of its networks, from its answer of the last minute. */
export async function readRailLines(world: World, operator: Operator): Promise<HealthLine[]> {
  const rails = (await readRails(world, operator)).filter(({ state }) => state !== "not_set_up");
  if (rails.length === 0)
    return [
      {
        ...{ name: "Rails", value: "None is set up", state: "watch" },
        means: "Payers pay with play money, or are told that payments are not open yet.",
        todo: "Set a rail up under Rails when real money should move.",
      },
    ];
  return Promise.all(
    rails.map(async ({ kind, state }): Promise<HealthLine> => {
      const { name } = kind;
      if (state === "broken")
        return {
          ...{ name, value: "Cannot be used", state: "bad" },
          means: "No payment begins with it, and what is under way is not asked about.",
          todo: "Open it under Rails: its page says what is wrong.",
        };
      if (state === "off")
        return {
          ...{ name, value: "Off", state: "well", todo: null },
          means: "You switched it off. What is under way is followed.",
        };
      const [{ ok, detail }, networks] = await Promise.all([
        checkRail(world, operator, kind.id, { patienceMs }),
        networksOfRail(world, operator, kind.id),
      ]);
      if (!ok || networks === null)
        return {
          ...{ name, value: "It is not well", state: "bad" },
          means: `${detail || "It does not say which networks it has."} Payers may be offered what does not work.`,
          todo: "Use “Check connection” on its page, mend what it says, or put another rail first.",
        };
      const down = networks.filter(({ health }) => health !== "up").map(({ displayName }) => displayName);
      if (down.length === 0)
        return {
          ...{ name, value: `It answers; ${networks.length} networks offered`, state: "well", todo: null },
          means: "It takes our credentials, and tells of no network in trouble.",
        };
      return {
        ...{ name, value: `In trouble: ${down.join(", ")}`, state: "watch" },
        means: "Payers see these greyed out and are offered another way.",
        todo: "Nothing, while the provider works on it. Another rail for them helps if it lasts.",
      };
    }),
  );
}
