import type { Problem } from "@/lib/domain/problem";
import type { RailId } from "../port";

/** Something of a rail's that a person should look at. Holds no secret, phone number or name. */
export interface Anomaly {
  rail: RailId;
  what: AnomalyKind;
  /** In the words of the protocol, or what the operator has to do. */
  detail: string | Problem;
}

/**
 * `unknown_word`: a status or code that the adapter does not know. `unreadable`: no JSON, too long, or without what it
 * must have. `unreachable`: no answer, or a server error. `untrusted`: a line that cannot be trusted to lead to the rail.
 * `refused`: the credentials are not accepted. `unproved`: callbacks that do not prove where they come from.
 * `needs_operator`: the rail waits for something in its dashboard.
 */
export type AnomalyKind =
  | "unknown_word"
  | "unreadable"
  | "unreachable"
  | "untrusted"
  | "refused"
  | "unproved"
  | "needs_operator";

/** What every adapter takes beside its credentials. */
export interface AdapterOptions {
  /** Another address than the provider's own, without a slash at its end: an emulator. */
  baseUrl?: string;
  fetch?: typeof fetch;
  now?: () => Date;
  onAnomaly?: (anomaly: Anomaly) => void;
  /** How long a charge, payout or refund may take to be answered. */
  initiateMs?: number;
  /** The same for everything that only reads. */
  readMs?: number;
}
