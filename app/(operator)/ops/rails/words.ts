import { type DashboardWords, knownKey } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import { outsideRail } from "@/lib/domain/outside";
import { kindOf, type NetworkInfo, type RailView } from "@/lib/services/desk/rails/read-rails";
import type { Way } from "@/lib/services/desk/rails/set-order";

export const stateTones: Record<RailView["state"], StatusTone> = {
  not_set_up: "ended",
  on: "plain",
  off: "ended",
  broken: "bad",
};

export const healthTones: Record<NetworkInfo["health"], StatusTone> = {
  up: "plain",
  degraded: "warn",
  down: "bad",
};

const wayKeys = {
  "charge/mobile_money": "way_charge_mobile_money",
  "charge/card": "way_charge_card",
  "payout/mobile_money": "way_payout_mobile_money",
  "payout/bank": "way_payout_bank",
} as const satisfies Record<Way, string>;

export function wayWord(way: Way, words: DashboardWords): string {
  return words.text(wayKeys[way]);
}

/** "12 networks offered", "12 networks offered, 2 down": what payers see. */
export function networksSentence(networks: NetworkInfo[] | null, words: DashboardWords): string {
  if (networks === null) return words.text("netsUnknown");
  if (networks.length === 0) return words.text("netsNone");
  const down = networks.filter(({ health }) => health === "down").length;
  const slow = networks.filter(({ health }) => health === "degraded").length;
  return [
    words.text("netsOffered", { count: networks.length }),
    down > 0 ? words.text("netsDown", { count: String(down) }) : "",
    slow > 0 ? words.text("netsSlow", { count: String(slow) }) : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** The name and help of a rail's field: a provider's own name stays, ours is in the reader's language. */
export function railFieldWords(rail: string, field: { name: string; label: string }, words: DashboardWords) {
  const said = (name: string) => {
    const key = knownKey(`railField_${rail}_${name}`);
    return key && words.loose(key, {});
  };
  return { label: said(field.name) ?? field.label, help: said(`${field.name}_help`) };
}

/** What a rail can do, and the steps in its own dashboard, whose menu names are not translated. */
export function railKindWords(
  { id, events = [] }: Pick<RailView["kind"], "id" | "events">,
  words: DashboardWords,
) {
  const said = (name: string) => {
    const key = knownKey(name);
    return key ? words.loose(key, { events: events.join(", ") }) : null;
  };
  const steps: string[] = [];
  for (let step = said(`railStep_${id}_1`); step; step = said(`railStep_${id}_${steps.length + 1}`))
    steps.push(step);
  return { covers: said(`railCovers_${id}`) ?? "", steps };
}

/** The name of a rail, by its id: ours are in the reader's language. */
export function railName(rail: string, words: DashboardWords): string {
  if (rail === "sandbox") return words.text("sandboxRail");
  if (rail === "phone") return words.text("railName_phone");
  return rail === outsideRail ? words.text("outsideRail") : (kindOf(rail)?.name ?? rail);
}
