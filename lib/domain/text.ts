import { type Problem, say } from "./refusal";

/** The seller's own id for a user is at most this long. */
export const refMaxCodePoints = 191;

/**
 * Why a text cannot be stored as it is, or null. Tabs and line breaks are allowed; other control characters are not,
 * nor are marks that turn the direction of what follows them, nor half of a surrogate pair, which a database would refuse
 * or silently replace.
 */
export function textProblem(value: string, maxCodePoints = Number.POSITIVE_INFINITY): Problem | null {
  if (hasControl.test(value)) return say("control_characters");
  if (hasLoneSurrogate.test(value)) return say("not_unicode");
  // A code point is one or two units, so most texts need no counting and a huge one is not spread into an array.
  if (value.length <= maxCodePoints) return null;
  const tooLong = value.length > maxCodePoints * 2 || [...value].length > maxCodePoints;
  return tooLong ? say("too_long", { max: maxCodePoints }) : null;
}

/** The same for a name or another single line, which may become part of a message's subject. */
export function lineProblem(value: string, maxCodePoints: number): Problem | null {
  if (/[\t\n\u2028\u2029]/.test(value)) return say("one_line");
  return textProblem(value, maxCodePoints);
}

/** Refs are compared exactly, so nothing is trimmed. An empty one counts as none. */
export function cleanRef(
  value: string | null | undefined,
): { ok: true; ref: string | null } | { ok: false; problem: Problem } {
  if (!value) return { ok: true, ref: null };
  const problem = textProblem(value, refMaxCodePoints);
  return problem ? { ok: false, problem } : { ok: true, ref: value };
}

/**
 * Without the marks that turn the direction of what follows: they come along when a name or a phone is pasted, and nobody
 * can see them to take them out. With one in it, a name could make the text after it read as something else.
 */
export function withoutTurns(value: string): string {
  return value.replace(turns, "");
}

/**
 * A text of somebody else as a part of one of ours: what it turns ends with it. Rows that are older than the rule at the
 * edge may hold such marks; pairs that keep a part to itself stay, as our own texts have them.
 */
export function contained(value: string): string {
  const plain = value.replace(/[\u202a-\u202e]/g, "");
  let depth = 0;
  for (const [mark] of plain.matchAll(/[\u2066-\u2069]/g)) {
    depth += mark === "\u2069" ? -1 : 1;
    if (depth < 0) break;
  }
  return depth === 0 ? plain : withoutTurns(plain);
}

/** The beginning of a text that is only looked for or shown, so it is cut to what a database takes instead of refused. */
export function storable(value: string, maxUnits: number): string {
  return value.slice(0, maxUnits).replace(/[\0\p{Surrogate}]/gu, "");
}

/** JSON with such texts alone: of facts that are shown again, whose texts came from outside. */
export function storableJson(facts: object): string {
  const cut = (_: string, value: unknown) => (typeof value === "string" ? storable(value, 1_000) : value);
  return JSON.stringify(facts, cut);
}

/** Each character that nobody sees is a space; line breaks and tabs stay. */
export function printable(value: string): string {
  return value.replace(/[^\P{C}\n\t]/gu, " ");
}

/** How e-mail addresses are stored and compared: trimmed and in lower case. */
export function normalizeEmail(value: string): string {
  return value.trim().toLowerCase();
}

/**
 * Whether an e-mail address has a valid shape: one @, no spaces, quotes, brackets, commas or control characters (which
 * could add a second recipient), a domain with a dot, at most 254 characters.
 */
export function isEmail(value: string): boolean {
  if (value.length > 254 || hasControl.test(value) || hasLoneSurrogate.test(value)) return false;
  const at = value.indexOf("@");
  return localPart.test(value.slice(0, at)) && domain.test(value.slice(at + 1));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is its purpose.
const hasControl = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;
const turns = /[\u202a-\u202e\u2066-\u2069]/g;
/** With the u flag a whole pair is one character, so only halves match. */
const hasLoneSurrogate = /\p{Surrogate}/u;
const localPart = /^(?!\.)(?!.*\.\.)[^\s@"(),:;<>[\\\]]{1,64}(?<!\.)$/u;
const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?";
const domain = new RegExp(`^(?:${label}\\.)+(?=.*\\p{L})${label}$`, "u");

/**
 * A name or title for mail and texts from the service's own address, changed so that mail programs and phones do not
 * turn it into a link, and that nothing after it is turned by it. "https://evil.example/x" becomes "evil. example/x".
 */
export function unlinked(text: string): string {
  return withoutTurns(text)
    .replace(/[a-z][a-z0-9+.-]*:\/\//giu, "")
    .replace(/([\p{L}\p{N}])[.\u3002\uff0e](?=\p{L}{2})/gu, "$1. ");
}

/**
 * The first word of a name, for whoever need not know more. Null for what is no name: a customer without one is called by
 * their e-mail or phone.
 */
export function firstNameOf(name: string): string | null {
  if (/[@\d]/.test(name)) return null;
  const [first = ""] = name.trim().split(/\s+/);
  return /\p{L}/u.test(first) ? first : null;
}

/** A tag is at most this long, and one thing has at most so many. */
export const tagMaxCodePoints = 40;
export const tagsMax = 20;

/** Two tags are the same when these are: a tag is shown as it was typed, and compared without the case of its letters. */
export function foldTag(name: string): string {
  return tidyTag(name).toLowerCase();
}

/** A typed tag as it is stored, or why it cannot be one. */
export function parseTag(typed: string): { ok: true; name: string } | { ok: false; problem: Problem } {
  const name = tidyTag(typed);
  const problem = name === "" ? say("required") : lineProblem(name, tagMaxCodePoints);
  return problem ? { ok: false, problem } : { ok: true, name };
}

function tidyTag(typed: string): string {
  return typed.normalize("NFC").trim().replace(/ +/g, " ");
}
