import type { NetworkInfo, PaymentRail } from "@/lib/providers/rails/port";

const freshMs = 60_000;
const staleMs = 10 * 60_000;
const patienceMs = 2_500;

interface Kept {
  networks: NetworkInfo[] | null;
  atMs: number;
  asking: Promise<NetworkInfo[]> | null;
}

/**
 * The same rail with a memory of its networks and their health, because every page of a payer asks for them: asked again
 * after a minute, behind the page's back while the last answer is younger than ten. A rail that hangs keeps no page
 * waiting for longer than 2.5 seconds, and then has no answer, which routing knows as a doubt.
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
      return inTime(entry.asking);
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
  // Nobody may be waiting for it by then.
  asking.catch(() => {});
  return asking;
}

async function inTime(asking: Promise<NetworkInfo[]>): Promise<NetworkInfo[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The rail did not say in time.")), patienceMs);
  });
  try {
    return await Promise.race([asking, late]);
  } finally {
    clearTimeout(timer);
  }
}
