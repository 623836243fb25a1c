import { variableOf } from "@/lib/providers/rails/kind";
import { callbackUrlOf, kindOf } from "@/lib/providers/rails/kinds";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { RailPreference, RailSetting, Rails, RouteSettings } from "@/lib/services/core/rails";
import type { World } from "@/lib/services/core/world";
import { raiseAnomaly } from "@/lib/services/money/tasks/raise-anomaly";
import { openOwnAccounts } from "../own-accounts/open";
import { cacheNetworks } from "./cache-networks";
import { problemsOf, readSettings, type Variables } from "./settings";
import { tokenShelf } from "./tokens";

type OpenWorld = Pick<World, "db" | "secrets" | "clock" | "log" | "config">;

/** The rails from the last reading of the settings. */
interface Snapshot {
  rails: Map<string, { setting: RailSetting; rail: PaymentRail }>;
  /** A live rail is set up, even if it cannot be used: play money never replaces real money. */
  isAnyLive: boolean;
  /** A rail is on, even if it cannot be used. */
  isAnyOn: boolean;
  preferences: RailPreference[];
}

const retryMs = 1_000;

/**
 * The rails that are set up, read again by each `reload`: an operator's changes need no restart. There are no rails
 * before the first reading, and a failed reading changes nothing. `sandbox` is used while no rail is on and none is
 * live; what is under way with it is followed until a live rail is set up.
 */
export function openRails(world: OpenWorld, environment: Variables, sandbox: Rails): Rails {
  let now: Snapshot | null = null;
  let asked = 0;
  let answered = 0;
  const onAnomaly = raiseAnomaly(world);
  const own = openOwnAccounts(world, environment, sandbox.sandbox);
  async function reload(): Promise<void> {
    asked += 1;
    const turn = asked;
    const [{ settings, preferences }] = await Promise.all([readSettings(world, environment), own.reload()]);
    // An older reading that took longer is ignored.
    if (turn < answered) return;
    answered = turn;
    const open = (setting: RailSetting) => openRail(world, setting, settings, onAnomaly);
    const kept = now?.rails;
    const rails = settings.flatMap((setting) => {
      const before = kept?.get(setting.id);
      // The same adapter is reused, with its cached tokens, networks and keys.
      const isSame = before?.setting.version === setting.version && isUsable(setting, settings);
      const rail = isSame ? before.rail : open(setting);
      return rail ? [[setting.id, { setting, rail }] as const] : [];
    });
    now = {
      rails: new Map(rails),
      isAnyLive: settings.some(({ livemode }) => livemode),
      isAnyOn: settings.some(({ enabled }) => enabled),
      preferences,
    };
  }
  let first: Promise<void> | null = null;
  const routes: RouteSettings = {
    isOn: (id) => (id === "sandbox" ? now?.isAnyOn === false : now?.rails.get(id)?.setting.enabled === true),
    isTest: () => now?.isAnyOn === true && !now.isAnyLive,
    orderFor: (query) => orderOf(now?.preferences ?? [], query),
    read: () => readSettings(world, environment),
    reload,
    ready() {
      first ??= untilRead(world, reload);
      return first;
    },
    async probe(id, onAnomalyHere, instead) {
      const { settings } = await readSettings(world, environment);
      const setting = settings.find((one) => one.id === id) ?? newSetting(id, environment);
      if (!setting || (!instead && setting.version === "")) return null;
      return openRail(world, { ...setting, ...instead }, settings, onAnomalyHere);
    },
  };
  return {
    get all() {
      if (!now) return [];
      const rails = [...now.rails.values()].map(({ rail }) => rail);
      return now.isAnyLive ? rails : [...rails, ...sandbox.all];
    },
    get sandbox() {
      return now && !now.isAnyLive ? sandbox.sandbox : null;
    },
    ...{ routes, own },
  };
}

/** The settings of a rail that is not set up yet, to check typed credentials. */
function newSetting(id: string, environment: Variables): RailSetting | null {
  const kind = kindOf(id);
  if (!kind) return null;
  return {
    ...{ id: kind.id, livemode: false, enabled: false, source: "settings", credentials: null, version: "" },
    ...{ updatedAt: null, updatedBy: null },
    baseUrl: environment[variableOf(kind.id, "baseUrl")] ?? null,
  };
}

/** Null, with an error in the log, where no adapter can be created from the stored settings. */
function openRail(
  world: OpenWorld,
  setting: RailSetting,
  all: readonly RailSetting[],
  onAnomaly: ReturnType<typeof raiseAnomaly>,
): PaymentRail | null {
  const { id, credentials, livemode, baseUrl } = setting;
  const kind = kindOf(id);
  if (!kind || !credentials || !isUsable(setting, all)) {
    const problems = problemsOf(setting, all);
    world.log.error({ rail: id, problems }, "A rail is set up in a way that cannot be used.");
    return null;
  }
  const { siteUrl } = world.config;
  const rail = kind.create(credentials, {
    livemode,
    callbackUrl: callbackUrlOf(siteUrl, id),
    mailDomain: new URL(siteUrl).hostname,
    serviceName: world.config.serviceName,
    now: () => world.clock.now(),
    tokens: tokenShelf(world),
    onAnomaly,
    ...(baseUrl ? { baseUrl } : {}),
  });
  return cacheNetworks(rail, () => world.clock.now());
}

function isUsable(setting: RailSetting, all: readonly RailSetting[]): boolean {
  return Object.keys(problemsOf(setting, all)).length === 0;
}

function orderOf(
  preferences: readonly RailPreference[],
  query: { op: string; method: string; country: string; currency: string },
) {
  const found = preferences.find(
    ({ op, method, country, currency }) =>
      op === query.op && method === query.method && country === query.country && currency === query.currency,
  );
  return (found?.rails ?? []).flatMap((id) => kindOf(id)?.id ?? []);
}

/** Resolves after the first successful reading: it waits for a database that starts later than this server. */
async function untilRead(world: OpenWorld, reload: () => Promise<void>): Promise<void> {
  for (let isRead = false; !isRead; ) {
    try {
      await reload();
      isRead = true;
    } catch (error) {
      world.log.warn(
        { err: error },
        "The settings of the rails could not be read; they are asked for again.",
      );
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
