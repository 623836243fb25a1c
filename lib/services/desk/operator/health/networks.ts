import { networkOf } from "@/lib/domain/network";
import { say } from "@/lib/domain/refusal";
import type { World } from "@/lib/services/core/world";
import { type Said, said } from "@/lib/text/mail";
import { askRail } from "../../rails/check-rail";
import { networksAnswered, railViews } from "../../rails/read-rails";
import { countByNetwork } from "../payments";
import { type HealthLine, well } from "./line";

/** With fewer ended payments a network is not judged. */
const enough = 5;

/** The results of payments by rail and network in the last 24 hours. */
export async function readNetworks(world: World): Promise<HealthLine[]> {
  const rows = await countByNetwork(world);
  if (rows.length === 0)
    return [well(said("told_payments"), said("told_noPayments"), said("told_noPayments_means"))];
  return rows.map(lineOf);
}

type ByNetwork = Awaited<ReturnType<typeof countByNetwork>>[number];

function lineOf({ rail, network, method, paid, refused, open }: ByNetwork): HealthLine {
  const name = said("told_networkBy", { name: network ? nameOf(network) : methodName(method), rail });
  const ended = paid + refused;
  const share = ended === 0 ? 1 : paid / ended;
  const value = shareWords(ended, Math.round(share * 100), open);
  if (ended < enough) return well(name, value, said("told_tooFew"));
  if (share >= 0.7) return well(name, value, said("told_someFail"));
  return {
    ...{ name, value },
    state: share >= 0.4 ? "watch" : "bad",
    means: said("told_manyFail_means"),
    todo: said("told_manyFail_todo"),
  };
}

function shareWords(ended: number, share: number, open: number): Said {
  if (ended === 0) return said("told_stillOpen", { open });
  return open > 0
    ? said("told_cameThroughOpen", { share, ended, open })
    : said("told_cameThrough", { share, ended });
}

function methodName(method: string): Said | string {
  if (method === "mobile_money") return said("told_mobileMoney");
  return method === "card" ? said("told_cardWay") : method;
}

/** As long as a page may wait for a provider. */
const patienceMs = 3_000;

/** The common name with its country: several countries have an M-PESA. */
function nameOf(network: string): string {
  const known = networkOf(network);
  return known ? `${known.displayName} (${known.country})` : network;
}

/** The health of each rail, checked now, and of its networks, from its cached answer of the last minute. */
export async function readRailLines(world: World): Promise<HealthLine[]> {
  const rails = (await railViews(world)).filter(({ state }) => state !== "not_set_up");
  if (rails.length === 0)
    return [
      {
        ...{ name: said("told_rails"), value: said("told_noRail"), state: "watch" },
        means: said("told_noRail_means"),
        todo: said("told_noRail_todo"),
      },
    ];
  return Promise.all(
    rails.map(async ({ kind, state }): Promise<HealthLine> => {
      const { name } = kind;
      if (state === "broken")
        return {
          ...{ name, value: said("told_railBroken"), state: "bad" },
          means: said("told_railBroken_means"),
          todo: said("told_railBroken_todo"),
        };
      if (state === "off") return well(name, said("told_railOff"), said("told_railOff_means"));
      const [{ ok, detail }, networks] = await Promise.all([
        askRail(world, kind.id, { patienceMs }),
        networksAnswered(world, kind.id),
      ]);
      if (!ok || networks === null)
        return {
          ...{ name, value: said("told_railIll"), state: "bad" },
          means: said("told_railIll_means", { why: detail ?? say("rail_check_silent") }),
          todo: said("told_railIll_todo"),
        };
      const down = networks.filter(({ health }) => health !== "up").map(({ displayName }) => displayName);
      if (down.length === 0)
        return well(name, said("told_railWell", { count: networks.length }), said("told_railWell_means"));
      return {
        ...{ name, value: said("told_railTrouble", { networks: down.join(", ") }), state: "watch" },
        means: said("told_railTrouble_means"),
        todo: said("told_railTrouble_todo"),
      };
    }),
  );
}
