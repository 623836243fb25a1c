import type { NetworkInfo, PaymentRail } from "@/lib/providers/rails/port";
import { within } from "@/lib/providers/turns";

const freshMs = 60_000;
const staleMs = 10 * 60_000;
const patienceMs = 2_500;

interface Kept {
  networks: NetworkInfo[] | null;
  atMs: number;
  asking: Promise<NetworkInfo[]> | null;
}

/**
 * The rail with a cache of its networks and their health, because every payment page needs them. The cache is refreshed
 * after a minute; until ten minutes the cached answer is returned meanwhile. If a rail hangs, a page waits for at most
 * 2.5 seconds; then the call throws, and routing treats the rail as uncertain.
 */
export function cacheNetworks(rail: PaymentRail, now: () => Date): PaymentRail {
  const kept = new Map<string, Kept>();
  return {
    ...rail,
    async networks(query) {
      const key = `${query.op}/${query.country ?? ""}`;
      const entry = kept.get(key) ?? { networks: null, atMs: 0, asking: null };
      kept.set(key, entry);
      const ageMs = now().getTime() - entry.atMs;
      if (entry.networks && ageMs < freshMs) return entry.networks;
      entry.asking ??= ask(rail, query, entry, now);
      if (entry.networks && ageMs < staleMs) return entry.networks;
      return within(patienceMs, entry.asking, () => {
        throw new Error("The rail did not say in time.");
      });
    },
  };
}

function ask(
  rail: PaymentRail,
  query: Parameters<PaymentRail["networks"]>[0],
  entry: Kept,
  now: () => Date,
): Promise<NetworkInfo[]> {
  const asking = rail
    .networks(query)
    .then((networks) => {
      entry.networks = networks;
      entry.atMs = now().getTime();
      return networks;
    })
    .finally(() => {
      entry.asking = null;
    });
  // No caller may be waiting any more, so the rejection is handled here.
  asking.catch(() => {});
  return asking;
}
