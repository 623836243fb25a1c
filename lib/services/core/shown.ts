import { createHmac } from "node:crypto";
import type { Money } from "@/lib/domain/money";
import { Invalid, type Problem, say } from "@/lib/domain/refusal";
import type { Caller, World } from "./world";

/** What a page says and its press agrees to, by name. A page names all that it may say: what is not there is empty. */
export type Shown = Readonly<Record<string, string | Money>>;

/** 96 bits for the whole, 24 for each fact: enough to see what changed, and short enough for a page of few bytes. */
const [sealChars, markChars] = [16, 4];

/**
 * The token that a form carries from page to press. `of` is what the form is about, so that the token of one is none of
 * another. The same facts always make the same token: a page may be kept for hours.
 */
export function sealShown({ secrets }: Pick<World, "secrets">, of: string, facts: Shown): string {
  return tokenBy(secrets.mac("shown", of), facts);
}

/** The names of the facts that differ by now; `unknown` for a token that is missing, altered, or of something else. */
export function changesSince(
  { secrets }: Pick<World, "secrets">,
  of: string,
  token: string,
  facts: Shown,
): string[] | "unknown" {
  for (const key of secrets.macs("shown", of)) {
    const marks = token.slice(sealChars);
    if (token !== sealed(key, facts, marks)) continue;
    const now = marksBy(key, facts);
    return namesIn(facts).filter((_, at) => markAt(marks, at) !== markAt(now, at));
  }
  return "unknown";
}

/** What the page said is not so any more. Nothing was done; the page says what is so now. */
export class Changed extends Invalid {
  constructor(
    readonly names: readonly string[],
    facts: Shown,
  ) {
    const problems = names.flatMap((name) => tells[name]?.(facts[name] ?? "") ?? []);
    super({ form: problems.length > 0 ? problems : [say("shown_changed")] });
  }
}

const tells: Record<string, (now: string | Money) => Problem> = {
  left: (now) => say("shown_left", { now }),
  due: (now) => say("shown_due", { now }),
  fee: (now) => say("shown_fee", { now }),
  total: (now) => say("shown_total", { now }),
};

/**
 * Call it under the lock of what is acted on, before anything is written: throws Changed where the caller pressed on a page
 * that said something else. Who saw no page, as a program, agreed to none.
 */
export function requireShown(
  world: Pick<World, "secrets">,
  { seen }: Caller,
  of: string,
  facts: Shown,
): void {
  const changes = seen === undefined ? [] : changesSince(world, of, seen, facts);
  if (changes.length > 0) throw new Changed(changes === "unknown" ? [] : changes, facts);
}

/** For an act that is meant whatever the page said of its row: a pause, or rows that were chosen in a list. */
export function whateverShown<C extends Caller>(caller: C): C {
  return { ...caller, seen: undefined };
}

/** Of a form that writes every field of a row: the row as it was saved last. */
export function savedShown({ updatedAt }: { updatedAt: Date }): Shown {
  return { saved: updatedAt.toISOString() };
}

function tokenBy(key: Uint8Array, facts: Shown): string {
  return sealed(key, facts, marksBy(key, facts));
}

function sealed(key: Uint8Array, facts: Shown, marks: string): string {
  return mac(key, `${namesIn(facts)}/${marks}`).slice(0, sealChars) + marks;
}

function marksBy(key: Uint8Array, facts: Shown): string {
  return namesIn(facts)
    .map((name) => mac(key, `${name}=${textOf(facts[name])}`).slice(0, markChars))
    .join("");
}

function markAt(marks: string, at: number): string {
  return marks.slice(at * markChars, (at + 1) * markChars);
}

function namesIn(facts: Shown): string[] {
  return Object.keys(facts).sort();
}

function textOf(fact: string | Money = ""): string {
  return typeof fact === "string" ? fact : `${fact.minor} ${fact.currency}`;
}

function mac(key: Uint8Array, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}
