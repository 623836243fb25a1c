import { isDeepStrictEqual } from "node:util";
import type { RailAccount } from "@/lib/db/generated/client";
import type { RailContext } from "@/lib/providers/rails/kind";
import { variableOf } from "@/lib/providers/rails/kind";
import { callbackUrlOf, kindOf } from "@/lib/providers/rails/kinds";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { Anomaly } from "@/lib/providers/rails/wire/client";
import { fingerprint } from "@/lib/providers/secrets";
import type { OwnAccounts, Rails } from "@/lib/services/core/rails";
import type { World } from "@/lib/services/core/world";
import { raiseAnomaly } from "@/lib/services/money/tasks/raise-anomaly";
import { cacheNetworks } from "../rails/cache-networks";
import { opened, type Variables } from "../rails/settings";
import { tokenShelf } from "../rails/tokens";
import { isRefused, lookAt, problemOf } from "./look";

type OpenWorld = Pick<World, "db" | "secrets" | "clock" | "log" | "config">;

interface Known {
  row: RailAccount;
  /** Made when it is first used. Null: it cannot be. */
  rail?: PaymentRail | null;
}

/** How long an account that refused something is not looked at again. */
const doubtMs = 60_000;

/** How far back a reading looks for changes whose transaction was committed late. */
const overlapMs = 60_000;

/**
 * The accounts of stores' own. `reload` reads what changed since the last reading, so that many accounts cost nothing
 * while nobody touches them.
 */
export function openOwnAccounts(
  world: OpenWorld,
  environment: Variables,
  sandbox: Rails["sandbox"],
): OwnAccounts {
  const known = new Map<string, Known>();
  let readTo = new Date(0);
  async function reload(): Promise<void> {
    const since = new Date(readTo.getTime() - overlapMs);
    const rows = await world.db.railAccount.findMany({
      where: { updatedAt: { gt: since } },
      orderBy: { updatedAt: "asc" },
    });
    for (const row of rows) {
      if (row.updatedAt > readTo) readTo = row.updatedAt;
      if (!isDeepStrictEqual(known.get(row.key)?.row, row)) known.set(row.key, { row });
    }
  }
  const probe: OwnAccounts["probe"] = (account, credentials, onAnomaly) =>
    adapterFor(world, account, { credentials, environment, sandbox, onAnomaly });
  const doubted = new Map<string, number>();
  /** Something was refused: if it is the keys, nobody is led there any more. Asked once a minute for each account. */
  const doubt = async ({ key }: RailAccount) => {
    const now = world.clock.now();
    if (now.getTime() - (doubted.get(key) ?? 0) < doubtMs) return;
    doubted.set(key, now.getTime());
    const row = await world.db.railAccount.findUniqueOrThrow({ where: { key } });
    const asked = await lookAt({ ...world, rails: { own: { probe } } }, row);
    if (!isRefused(asked)) return;
    const data = { problem: problemOf(asked), checkedAt: now, updatedAt: now };
    await world.db.railAccount.updateMany({ where: { key, problem: null }, data });
    await reload();
  };
  const railFor = (account: Known | undefined): PaymentRail | null => {
    if (!account || account.row.removedAt) return null;
    account.rail ??= openAccount(world, account.row, { environment, sandbox, doubt });
    return account.rail;
  };
  const onOf = (storeId: number) =>
    [...known.values()].filter(({ row }) => row.storeId === storeId && row.enabled && !row.removedAt);
  return {
    reload,
    find: (key) => railFor(known.get(key)),
    isOn(key) {
      const row = known.get(key)?.row;
      return row?.enabled === true && row.removedAt === null && row.problem === null;
    },
    storeOf: (key) => known.get(key)?.row.storeId ?? null,
    taking: (storeId, { method, country, currency }) =>
      onOf(storeId)
        .filter(({ row }) => row.problem === null && row.ways.includes(`${method}/${country}/${currency}`))
        .flatMap((account) => railFor(account) ?? []),
    modeOf(storeId) {
      const [first] = onOf(storeId);
      if (!first) return null;
      if (first.row.livemode) return "live";
      // No network has phones to practise with: theirs are the sandbox's.
      return ["sandbox", "phone"].includes(first.row.rail) ? "sandbox" : "test";
    },
    probe,
    all: () => [...known.values()].flatMap((account) => railFor(account) ?? []),
    async findAt(rail, secret) {
      const addressHash = fingerprint(secret);
      const isIt = ({ row }: Known) =>
        row.rail === rail && Buffer.compare(row.addressHash, addressHash) === 0;
      const found = [...known.values()].find(isIt);
      if (found) return railFor(found);
      const row = await world.db.railAccount.findUnique({ where: { addressHash } });
      if (row) await reload();
      return railFor([...known.values()].find(isIt));
    },
  };
}

/** Where the account's rail sends its callbacks. */
export function accountAddress(
  world: Pick<World, "config" | "secrets">,
  row: { rail: string; addressSealed: Uint8Array },
) {
  return `${callbackUrlOf(world.config.siteUrl, row.rail)}/${world.secrets.open(row.addressSealed)}`;
}

/** Null, with an error in the log, where its credentials cannot be used. */
function openAccount(
  world: OpenWorld,
  row: RailAccount,
  { doubt, ...by }: Pick<Using, "environment" | "sandbox"> & { doubt(row: RailAccount): Promise<void> },
): PaymentRail | null {
  const credentials = opened(world, row.credentialsSealed);
  const raise = raiseAnomaly(world, row.storeId);
  const onAnomaly = (anomaly: Anomaly) => {
    // Refused keys are told in a way of their own; see `watchAccounts`.
    if (anomaly.what !== "refused") return raise(anomaly);
    doubt(row).catch((err: unknown) =>
      world.log.warn({ err, rail: row.key }, "An account could not be looked at."),
    );
  };
  const rail = credentials && adapterFor(world, row, { credentials, ...by, onAnomaly });
  if (!rail) world.log.error({ rail: row.key }, "An account of a store cannot be used as it is set up.");
  return rail && cacheNetworks(heard(rail, row), () => world.clock.now());
}

/** A provider that has to take our addresses, or to give a list, tells of nothing before that. */
function heard(rail: PaymentRail, { tillHeard }: RailAccount): PaymentRail {
  const { till, direct } = rail;
  return till ? { ...rail, till: { ...till, isHeard: tillHeard ?? !direct } } : rail;
}

interface Using {
  credentials: Record<string, string>;
  environment: Variables;
  /** Null where play money is not allowed. */
  sandbox: Rails["sandbox"];
  onAnomaly: RailContext["onAnomaly"];
}

/** The adapter of an account; null where its rail or its credentials cannot be used. */
function adapterFor(
  world: Pick<World, "db" | "clock" | "config" | "secrets">,
  row: { key: string; rail: string; livemode: boolean; addressSealed: Uint8Array },
  { credentials, environment, sandbox, onAnomaly }: Using,
): PaymentRail | null {
  const callbackUrl = accountAddress(world, row);
  const code = row.key.slice(row.rail.length + 1);
  if (row.rail === "sandbox") return sandbox?.account(`sandbox:${code}`, callbackUrl) ?? null;
  const kind = kindOf(row.rail);
  if (!kind || Object.keys(kind.problems(credentials, row.livemode)).length > 0) return null;
  const { siteUrl, serviceName } = world.config;
  const baseUrl = environment[variableOf(kind.id, "baseUrl")];
  const rail = kind.create(credentials, {
    livemode: row.livemode,
    callbackUrl,
    addressSecret: world.secrets.open(row.addressSealed),
    mailDomain: new URL(siteUrl).hostname,
    serviceName,
    now: () => world.clock.now(),
    tokens: tokenShelf(world),
    onAnomaly: (anomaly) => onAnomaly({ ...anomaly, rail: `${kind.id}:${code}` }),
    ...(baseUrl ? { baseUrl } : {}),
  });
  return { ...rail, id: `${kind.id}:${code}`, callbackUrl };
}
