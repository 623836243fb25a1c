import { z } from "zod";

// Messages never repeat the value: a database URL or a key would end up in a log.
export function say(variable: string, problem: string): string {
  return `${variable} ${problem}.`;
}

// An empty variable is how compose files and CI say "not set".
export function blankIsUnset(value: unknown): unknown {
  return typeof value === "string" && value.trim() === "" ? undefined : value;
}

/** A text, without blanks around it. */
export const setting = z.preprocess(blankIsUnset, z.string().trim().optional());

export function optional<S extends z.ZodType>(schema: S) {
  return z.preprocess(blankIsUnset, schema.optional());
}

export function text(byDefault: string) {
  return z.preprocess(blankIsUnset, z.string().default(byDefault));
}

/** A text of one shape. `problem` goes on after the variable's name: "must be …". */
export function shaped(variable: string, fits: (value: string) => boolean, problem: string) {
  return z.string().refine(fits, say(variable, problem));
}

/** The same, where it must be set. */
export function needed(variable: string, fits: (value: string) => boolean, problem: string, missing: string) {
  const given = z.string({ error: say(variable, missing) }).refine(fits, say(variable, problem));
  return z.preprocess(blankIsUnset, given);
}

export function whole(variable: string, least: number, most: number, byDefault: number, what = "number") {
  const problem = say(variable, `must be a whole ${what} from ${least} to ${most}`);
  const digits = z.string().regex(/^\d{1,9}$/, problem);
  return z.preprocess(
    blankIsUnset,
    digits
      .transform(Number)
      .refine((value) => value >= least && value <= most, problem)
      .default(byDefault),
  );
}

export function yesOrNo(variable: string, byDefault: boolean) {
  const fits = (value: string) => isYes(value) || isNo(value);
  return z.preprocess(
    blankIsUnset,
    shaped(variable, fits, "must be true or false").transform(isYes).default(byDefault),
  );
}

export function oneOf<const T extends string>(variable: string, allowed: readonly T[], byDefault: T) {
  const values = z.enum(allowed, { error: say(variable, `must be one of ${allowed.join(", ")}`) });
  return z.preprocess(blankIsUnset, values.optional()).transform((value): T => value ?? byDefault);
}

export function isYes(value: string): boolean {
  return /^(1|true|yes|on)$/i.test(value.trim());
}

export function isNo(value: string): boolean {
  return /^(0|false|no|off)$/i.test(value.trim());
}

export function isPostgresUrl(value: string): boolean {
  return /^postgres(ql)?:\/\//.test(value) && URL.canParse(value);
}

export function isWebUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return (url.protocol === "http:" || url.protocol === "https:") && url.search === "" && url.hash === "";
}

export function isContact(value: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(value) || (/^https:\/\/\S+$/.test(value) && URL.canParse(value));
}

export function isLongSecret(value: string): boolean {
  const secret = value.trim();
  if (/^[0-9a-fA-F]+$/.test(secret)) return secret.length >= 64;
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(secret) && Buffer.from(secret, "base64").length >= 32;
}
