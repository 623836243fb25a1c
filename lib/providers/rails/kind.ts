import { z } from "zod";
import { problemsOf } from "@/lib/domain/issues";
import { type ProblemCode, type Problems, say } from "@/lib/domain/problem";
import type { PaymentRail, RailId } from "./port";
import type { Anomaly } from "./wire/options";

/** A rail that moves real money. */
export type RealRailId = Exclude<RailId, "sandbox">;

/** Credentials as they are typed, sealed and set in the environment: texts by name. */
export type Credentials = Readonly<Record<string, string>>;

/** One credential. In the environment its name is that of `variableOf`. */
export interface RailField {
  name: string;
  label: string;
  help?: string;
  /** `secret`: typed and never shown again. */
  kind: "secret" | "text" | "switch";
  isOptional?: boolean;
}

/** What an adapter is made of beside its credentials. */
export interface RailContext {
  livemode: boolean;
  callbackUrl: string;
  /** For addresses that a rail insists on and a payer did not give. */
  mailDomain: string;
  /** Who pays, where a rail tells the recipient. */
  serviceName: string;
  /** An emulator's address, or that of a contract. */
  baseUrl?: string;
  now: () => Date;
  onAnomaly: (anomaly: Anomaly) => void;
}

/** The ways to pay, in and out, that have an order of rails. */
export type RoutedWay = "charge/mobile_money" | "charge/card" | "payout/mobile_money" | "payout/bank";

/**
 * A rail that can be set up: what has to be known for it, and how it is made. What it is good for, and what to do in the
 * provider's own dashboard, is text: `railCovers_<id>` and `railStep_<id>_1` and on in lib/text/<language>/operator.json.
 */
export interface RailKind {
  id: RealRailId;
  name: string;
  fields: readonly RailField[];
  /** Its place among the rails that can do the same, the least first; null where it never does this. */
  routing: Readonly<Record<RoutedWay, number | null>>;
  /** What the provider has to be told to call us about, where its dashboard asks. */
  events?: readonly string[];
  /** Problems by field; empty when a rail can be made of these. */
  problems(credentials: Credentials, livemode: boolean): Problems;
  /** Throws where there are problems. */
  create(credentials: Credentials, context: RailContext): PaymentRail;
}

/** Ties the shape of the credentials to what makes the adapter of them. */
export function railKind<S extends z.ZodType>(kind: {
  facts: Omit<RailKind, "problems" | "create">;
  credentials: S;
  /** What is wrong between a key and the mode it is to be used in. */
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

/** A variable of a rail: `secretKey` of `paystack` is RAIL_PAYSTACK_SECRET_KEY. */
export function variableOf(id: string, name: string): string {
  return `RAIL_${id}_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`)}`.toUpperCase();
}

export function secret(name: string, label: string, help?: string): RailField {
  return { name, label, kind: "secret", ...(help ? { help } : {}) };
}

/** Pasted keys often bring a space or a line break along. */
export function key(whenEmpty: ProblemCode, shape: RegExp, problem: ProblemCode) {
  return z.string(whenEmpty).trim().min(1, whenEmpty).regex(shape, problem);
}

export function modeOf(field: string, isLiveKey: boolean, livemode: boolean): Problems {
  if (isLiveKey === livemode) return {};
  return { [field]: [say(livemode ? "rail_test_key" : "rail_live_key")] };
}
