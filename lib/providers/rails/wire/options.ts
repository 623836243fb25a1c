import type { Problem } from "@/lib/domain/refusal";
import type { RailId } from "../port";

/** Something at a rail that a person should look at. Contains no secret, phone number or name. */
export interface Anomaly {
  rail: RailId;
  what: AnomalyKind;
  /** In the words of the protocol, or what the operator must do. */
  detail: string | Problem;
}

/**
 * `unknown_word`: a status or code that the adapter does not know. `unreadable`: no JSON, too long, or a required field
 * is missing. `unreachable`: no answer, or a server error. `untrusted`: the connection may not lead to the rail.
 * `refused`: the credentials are not accepted. `unproved`: callbacks that do not prove their origin. `needs_operator`:
 * the rail waits for something in its dashboard.
 */
export type AnomalyKind =
  | "unknown_word"
  | "unreadable"
  | "unreachable"
  | "untrusted"
  | "refused"
  | "unproved"
  | "needs_operator";

/** The options of every adapter in addition to its credentials. */
export interface AdapterOptions {
  /** An address other than the provider's own, without a slash at its end: an emulator. */
  baseUrl?: string;
  fetch?: typeof fetch;
  now?: () => Date;
  onAnomaly?: (anomaly: Anomaly) => void;
  /** The timeout of a charge, payout or refund. */
  initiateMs?: number;
  /** The timeout of every read. */
  readMs?: number;
}
