import type { StatusTone } from "@/components/ui/status-mark";
import type { NetworkInfo, RailView } from "@/lib/services/rails/read-rails";

export const railsPath = "/ops/rails";

export const stateWords: Record<RailView["state"], { tone: StatusTone; word: string }> = {
  not_set_up: { tone: "ended", word: "Not set up" },
  on: { tone: "plain", word: "On" },
  off: { tone: "ended", word: "Off" },
  broken: { tone: "bad", word: "Cannot be used" },
};

export const healthWords: Record<NetworkInfo["health"], { tone: StatusTone; word: string }> = {
  up: { tone: "plain", word: "Up" },
  degraded: { tone: "warn", word: "Slow or failing" },
  down: { tone: "bad", word: "Down" },
};

export const reasonField = {
  kind: "area" as const,
  name: "reason",
  label: "Why",
  help: "Everybody who runs this service gets this by mail, and it is kept in the audit log.",
};

/** "12 networks offered", "12 networks offered, 2 down": what a payer meets. */
export function networksSentence(networks: NetworkInfo[] | null): string {
  if (networks === null) return "It does not say how its networks are";
  if (networks.length === 0) return "No networks";
  const down = networks.filter(({ health }) => health === "down").length;
  const slow = networks.filter(({ health }) => health === "degraded").length;
  return [
    networks.length === 1 ? "1 network offered" : `${networks.length} networks offered`,
    down > 0 ? `${down} down` : "",
    slow > 0 ? `${slow} slow or failing` : "",
  ]
    .filter(Boolean)
    .join(", ");
}
