import { z } from "zod";
import type { RailField } from "./kind";

export function secret(name: string, variable: string, label: string, help?: string): RailField {
  return { name, variable, label, kind: "secret", ...(help ? { help } : {}) };
}

/** Pasted keys often bring a space or a line break along. */
export function key(whenEmpty: string, shape: RegExp, problem: string) {
  return z.string(whenEmpty).trim().min(1, whenEmpty).regex(shape, problem);
}

export function modeOf(field: string, isLiveKey: boolean, livemode: boolean): Record<string, string[]> {
  if (isLiveKey === livemode) return {};
  return {
    [field]: [
      livemode ? "This is a test key, and the mode is live." : "This is a live key, and the mode is test.",
    ],
  };
}

export function isYes(value: string | undefined): boolean {
  return /^(1|true|yes|on)$/i.test(value ?? "");
}
