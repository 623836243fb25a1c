import type { Credentials, RealRailId } from "@/lib/providers/rails/kind";
import type { PaymentRail, RailId } from "@/lib/providers/rails/port";
import type { RouteQuery } from "@/lib/providers/rails/routing";
import type { Sandbox } from "@/lib/providers/rails/sandbox/sandbox";
import type { Anomaly } from "@/lib/providers/rails/wire/options";

/** The rails that are set up. */
export interface Rails {
  /** Also those that the operator switched off: what is under way with them is followed to its end. */
  readonly all: readonly PaymentRail[];
  /** The phone and the card page of the sandbox, and its callbacks; null where a live rail is set up. */
  readonly sandbox: Sandbox | null;
  /** What the operator set; absent where nothing can be set: all rails are on, in our order. */
  readonly routes?: RouteSettings;
}

export interface RouteSettings {
  /** Whether something new may begin with this rail. */
  isOn(id: RailId): boolean;
  /** Whether all rails that are on are in their providers' test mode, and there is one. */
  isTest(): boolean;
  /** The operator's own order for this way to pay, before ours. */
  orderFor(query: RouteQuery): readonly RailId[];
  /** What is set just now, read afresh. */
  read(): Promise<{ settings: RailSetting[]; preferences: RailPreference[] }>;
  /** Reads again what is set and goes by it, at once. */
  reload(): Promise<void>;
  /** Ends when it was read for the first time. */
  ready(): Promise<void>;
  /** A rail made afresh of what is set just now, or of these, to be asked how it does; null where none can be made. */
  probe(
    id: RailId,
    onAnomaly: (anomaly: Anomaly) => void,
    instead?: { credentials: Record<string, string>; livemode: boolean },
  ): Promise<PaymentRail | null>;
}

/** Nothing is set up: pages say that payments are not open yet. */
export const noRails: Rails = { all: [], sandbox: null };

/** How a rail is set up, wherever that comes from. */
export interface RailSetting {
  id: RealRailId;
  livemode: boolean;
  /** Off: nothing new begins with it; what is under way is still followed. */
  enabled: boolean;
  source: "environment" | "settings";
  /** Null: what is kept cannot be opened with this server's SECRET_KEY. */
  credentials: Credentials | null;
  baseUrl: string | null;
  /** Changes whenever anything of it does. */
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
