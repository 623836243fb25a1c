import type { z } from "zod";
import type { Problems } from "@/lib/domain/problem";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { Odd } from "@/lib/providers/rails/wire/options";
import { problemsOf } from "@/lib/resources/issues";
import type { Credentials, RealRailId } from "@/lib/services/core/rails";

export interface RailField {
  name: string;
  /** The same in the environment. */
  variable: string;
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
  onOdd: (odd: Odd) => void;
}

/** A rail that can be set up: what has to be known for it, and how it is made. */
export interface RailKind {
  id: RealRailId;
  name: string;
  /** What it is good for, in a sentence. */
  covers: string;
  fields: readonly RailField[];
  /** What to do in the provider's own dashboard. */
  steps: readonly string[];
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
