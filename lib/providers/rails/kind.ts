import { z } from "zod";
import { type ProblemCode, type Problems, problemsOf, say } from "@/lib/domain/refusal";
import type { PaymentRail, RailId } from "./port";
import type { Anomaly } from "./wire/client";

/** A rail that moves real money. */
export type RealRailId = Exclude<RailId, "sandbox">;

/** Credentials by name, as they are typed, sealed and set in the environment. */
export type Credentials = Readonly<Record<string, string>>;

/** One credential. In the environment its name is that of `variableOf`. */
export interface RailField {
  name: string;
  /** As the provider calls it. A name of our own, and the help under it, are texts: see `RailKind`. */
  label: string;
  /** `secret`: typed and never shown again. `country`, `network`: one of `choices`. */
  kind: "secret" | "text" | "switch" | "country" | "network";
  choices?: readonly string[];
  isOptional?: boolean;
  /** What is paid there is told by a list of its own: it is kept when its account is taken off, and known again. */
  isPlace?: true;
}

/** What an adapter needs in addition to its credentials. */
export interface RailContext {
  livemode: boolean;
  callbackUrl: string;
  /** The secret in it, which stays whatever keys are typed; absent: of an account of the operator's. */
  addressSecret?: string;
  /** The domain of made-up e-mail addresses, for a rail that requires one when the payer gave none. */
  mailDomain: string;
  /** The payer's name, where a rail shows it to the recipient. */
  serviceName: string;
  /** The address of an emulator or of a contract. */
  baseUrl?: string;
  now: () => Date;
  onAnomaly: (anomaly: Anomaly) => void;
  tokens: TokenShelf;
}

/** A token of a provider, and when it ends by itself. */
export interface Token {
  value: string;
  untilMs: number;
}

/** Where all processes keep the token of a provider whose new token ends the one before. `owner`: the key it was given for. */
export interface TokenShelf {
  read(owner: string): Promise<Token | null>;
  keep(owner: string, token: Token): Promise<void>;
}

/** The ways to pay, in and out, for which rails are ranked. */
export type RoutedWay = "charge/mobile_money" | "charge/card" | "payout/mobile_money" | "payout/bank";

/**
 * A rail that can be set up: the credentials it needs, and how it is created. What it covers, the steps in the
 * provider's own dashboard and the help for a field are texts: `railCovers_<id>`, `railStep_<id>_1` and on,
 * `railField_<id>_<name>` and `…_help` in lib/text/<language>/operator.json.
 */
export interface RailKind {
  id: RealRailId;
  name: string;
  /** How our address for its callbacks calls it. Absent: by its id. */
  address?: string;
  fields: readonly RailField[];
  /** Its rank among the rails that can do the same, lowest first; null where it never does this. */
  routing: Readonly<Record<RoutedWay, number | null>>;
  /** Where its accounts take payments of those who are there, as far as we know; none: cards of anywhere. */
  countries: readonly string[];
  /** What it keeps for charges without the payer, as its adapter says. */
  keeps: readonly "card"[];
  /** The events to select in the provider's dashboard, where it asks for them. */
  events?: readonly string[];
  /** Only a store's own account: the operator has none. */
  isOwnAlone?: true;
  /** Our address goes there with each request, and by "Check connection": nothing is pasted in its dashboard. */
  isTold?: true;
  /** Problems by field; empty when the credentials are valid. */
  problems(credentials: Credentials, livemode: boolean): Problems;
  /** Throws where there are problems. */
  create(credentials: Credentials, context: RailContext): PaymentRail;
}

/** Connects the shape of the credentials with the function that creates the adapter. */
export function railKind<S extends z.ZodType>(kind: {
  facts: Omit<RailKind, "problems" | "create">;
  credentials: S;
  /** Problems of a key that does not match the mode. */
  modeProblems?(credentials: z.output<S>, livemode: boolean): Problems;
  create(credentials: z.output<S>, context: RailContext): PaymentRail;
}): RailKind {
  return {
    ...kind.facts,
    problems(credentials, livemode) {
      const parsed = kind.credentials.safeParse(credentials);
      if (parsed.success) return kind.modeProblems?.(parsed.data, livemode) ?? {};
      return problemsOf(parsed.error, (path) => String(path[0] ?? "form"));
    },
    create: (credentials, context) => kind.create(kind.credentials.parse(credentials), context),
  };
}

/** The environment variable of a credential: `secretKey` of `paystack` is RAIL_PAYSTACK_SECRET_KEY. */
export function variableOf(id: string, name: string): string {
  return `RAIL_${id}_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`)}`.toUpperCase();
}

export function secret(name: string, label: string): RailField {
  return { name, label, kind: "secret" };
}

/** Trimmed, because pasted keys often contain a space or a line break. */
export function key(whenEmpty: ProblemCode, shape: RegExp, problem: ProblemCode) {
  return z.string(whenEmpty).trim().min(1, whenEmpty).regex(shape, problem);
}

/** An empty field is one that was not filled in. */
export const filled = z
  .string()
  .trim()
  .optional()
  .transform((text) => text || undefined);

export function optional(isRight: (text: string) => boolean, problem: ProblemCode) {
  return filled.refine((text) => text === undefined || isRight(text), problem);
}

export function modeOf(field: string, isLiveKey: boolean, livemode: boolean): Problems {
  if (isLiveKey === livemode) return {};
  return { [field]: [say(livemode ? "rail_test_key" : "rail_live_key")] };
}
