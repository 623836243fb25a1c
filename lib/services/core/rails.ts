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
}

export interface RouteSettings {
  /** Whether new payments or transfers may begin with this rail. */
  isOn(id: RailId): boolean;
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
