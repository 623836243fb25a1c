import { z } from "zod";
import { type ProblemCode, type Problems, say } from "@/lib/domain/problem";
import type { RailField } from "./kind";

export function secret(name: string, variable: string, label: string, help?: string): RailField {
  return { name, variable, label, kind: "secret", ...(help ? { help } : {}) };
}

/** Pasted keys often bring a space or a line break along. */
export function key(whenEmpty: ProblemCode, shape: RegExp, problem: ProblemCode) {
  return z.string(whenEmpty).trim().min(1, whenEmpty).regex(shape, problem);
}

export function modeOf(field: string, isLiveKey: boolean, livemode: boolean): Problems {
  if (isLiveKey === livemode) return {};
  return { [field]: [say(livemode ? "rail_test_key" : "rail_live_key")] };
}

export function isYes(value: string | undefined): boolean {
  return /^(1|true|yes|on)$/i.test(value ?? "");
}
