import type { Credentials, RealRailId } from "@/lib/providers/rails/kind";
import type { RouteQuery } from "@/lib/providers/rails/kinds";
import type { PaymentRail, RailId } from "@/lib/providers/rails/port";
import type { Sandbox } from "@/lib/providers/rails/sandbox/sandbox";
import type { Anomaly } from "@/lib/providers/rails/wire/client";

/** The rails that are set up. */
export interface Rails {
  /** Includes rails that the operator switched off: what is under way with them is followed to its end. */
  readonly all: readonly PaymentRail[];
  /** The phone and the card page of the sandbox, and its callbacks; null where a live rail is set up. */
  readonly sandbox: Sandbox | null;
  /** The operator's settings; absent where nothing can be set: all rails are on, in our order. */
  readonly routes?: RouteSettings;
  /** The accounts of stores' own. Absent: no store has one. */
  readonly own?: OwnAccounts;
}

/** Accounts of stores' own at rails, as they were read last. */
export interface OwnAccounts {
  /** Also of one that is off: what is under way with it is followed. Null where there is none, or none that can be used. */
  find(key: string): PaymentRail | null;
  /** Those of a store that are on and take this way to pay. */
  taking(storeId: number, way: Pick<RouteQuery, "method" | "country" | "currency">): PaymentRail[];
  /** Whether the money of the store's own accounts is real, or whose play money it is; null where none is on. */
  modeOf(storeId: number): "live" | "test" | "sandbox" | null;
  all(): PaymentRail[];
  isOn(key: string): boolean;
  storeOf(key: string): number | null;
  /** An adapter with these credentials, for a check; null where its rail or they cannot be used. */
  probe(
    account: { key: string; rail: string; livemode: boolean; addressSealed: Uint8Array },
    credentials: Credentials,
    onAnomaly: (anomaly: Anomaly) => void,
  ): PaymentRail | null;
  /** The account whose callbacks come to this secret address. Asks the database where it is not known yet. */
  findAt(rail: string, secret: string): Promise<PaymentRail | null>;
  reload(): Promise<void>;
}

export interface RouteSettings {
  /** Whether new payments or transfers may begin with this rail. */
  isOn(id: string): boolean;
  /** Whether at least one rail is on and all rails that are on are in their providers' test mode. */
  isTest(): boolean;
  /** The operator's order of rails for this method; it has priority over ours. */
  orderFor(query: RouteQuery): readonly RailId[];
  /** Reads the current settings from their source. */
  read(): Promise<{ settings: RailSetting[]; preferences: RailPreference[] }>;
  /** Reads the settings again and applies them at once. */
  reload(): Promise<void>;
  /** Resolves when the settings were read for the first time. */
  ready(): Promise<void>;
  /**
   * Creates a rail from the current settings, or from `instead`, for a health check; null where none can be created.
   */
  probe(
    id: RailId,
    onAnomaly: (anomaly: Anomaly) => void,
    instead?: { credentials: Record<string, string>; livemode: boolean },
  ): Promise<PaymentRail | null>;
}

/**
 * The fees of a plan as they hold for a store: none while its own accounts take a provider's play money, for nobody owes a part of
 * that. In the sandbox they are shown, because nothing there is ever billed.
 */
export function feesOf<T extends { feePpm: number; fixedFees?: unknown }>(
  { rails }: { rails: Rails },
  storeId: number,
  plan: T,
): T {
  return rails.own?.modeOf(storeId) === "test" ? { ...plan, feePpm: 0, fixedFees: null } : plan;
}

/** Nothing is set up: pages say that payments are not open yet. */
export const noRails: Rails = { all: [], sandbox: null };

/** The settings of a rail, from any source. */
export interface RailSetting {
  id: RealRailId;
  livemode: boolean;
  /** Off: nothing new begins with it; what is under way is still followed. */
  enabled: boolean;
  source: "environment" | "settings";
  /** Null: the stored credentials cannot be opened with this server's SECRET_KEY. */
  credentials: Credentials | null;
  baseUrl: string | null;
  /** Changes whenever any setting of the rail changes. */
  version: string;
  updatedAt: Date | null;
  updatedBy: string | null;
}

/** Rails in the operator's order for one way to pay. */
export interface RailPreference {
  op: string;
  method: string;
  country: string;
  currency: string;
  rails: readonly string[];
}
