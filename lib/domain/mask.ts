/** What stands in place of what is hidden. */
const hidden = "•••";

/** Whole values under such names are secrets. */
const secretName =
  /pass(word|wd|phrase)|secret|token|authorization|cookie|api_?-?key|private_?-?key|card_?number|^(pin|otp|cvc|cvv|pan)$/i;
const contactName = /phone|mobile|msisdn|whatsapp|e-?mail/i;

/** Deeper than any body that the API takes; the walk below must end before the stack does. */
const depthMax = 40;

/**
 * A text that people other than its owner may read: secrets are hidden, phones and e-mails are shown in part. No
 * pattern reads a place of the text again and again, so that no text makes them slow.
 */
export function maskText(text: string): string {
  return text
    .replace(/\b(Bearer|Basic) +[\w.+/=~-]+/gi, `$1 ${hidden}`)
    .replace(/\b(sk_(?:live|test)_sn_|whsec_)[\w+/=-]+/g, `$1${hidden}`)
    .replace(/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g, `eyJ${hidden}`)
    .replace(/\/(manage|attempt|undo|receipt|invoice|quote|invitation)\/[\w.~-]{8,}/g, `/$1/${hidden}`)
    .replace(/[^\s"'<>@,;:=&?/()]{1,64}@[^\s"'<>@/]{1,200}\.[a-z]{2,24}/gi, maskEmail)
    .replace(/(?<![\w.-])\+?\d(?:[ ().-]{0,2}\d){8,18}(?![\w-])/g, maskDigits);
}

/** A sent or answered body, laid out in lines where it is JSON. */
export function maskBody(text: string): string {
  const value = parsedJson(text);
  return value === undefined ? maskBroken(text) : JSON.stringify(maskValue(value, "", 0), null, 2);
}

/** The query of a request, read and masked: "email=a•••@example.com&per_page=5". */
export function maskQuery(query: string): string {
  return query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", ...rest] = pair.split("=").map(readEscapes);
      return rest.length === 0 ? maskText(name) : `${maskText(name)}=${maskNamed(name, rest.join("="))}`;
    })
    .join("&");
}

function maskNamed(name: string, text: string): string {
  if (secretName.test(name)) return text === "" ? "" : hidden;
  if (contactName.test(name)) return /[a-z]/i.test(text) ? maskText(text) : maskDigits(text);
  return maskText(text);
}

function maskValue(value: unknown, name: string, depth: number): unknown {
  if (typeof value === "string") return maskNamed(name, value);
  if (typeof value === "number") {
    const isNamed = secretName.test(name) || contactName.test(name);
    return isNamed ? maskNamed(name, String(value)) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth >= depthMax) return "…";
  if (Array.isArray(value)) return value.map((one) => maskValue(one, name, depth + 1));
  // What a secret holds is secret too.
  const named = (own: string) => (secretName.test(name) ? name : own);
  return Object.fromEntries(
    Object.entries(value).map(([own, held]) => [maskText(own), maskValue(held, named(own), depth + 1)]),
  );
}

/** Text that is no JSON, or only the beginning of it: members are still found by their names. */
function maskBroken(text: string): string {
  const members = /"([^"\\]{1,64})"\s{0,8}:\s{0,8}("(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]{0,40})/g;
  const named = text.replace(members, (found, name: string, value: string) => {
    if (!secretName.test(name) && !contactName.test(name)) return found;
    const bare = value.replace(/^"|"$/g, "");
    return `"${name}": "${maskNamed(name, bare)}"`;
  });
  return maskText(named);
}

function maskEmail(email: string): string {
  return email.replace(/^(.).*(?=@)/u, `$1${hidden}`);
}

/** "+254712345678" is "+254•••678". What is too short to be a number is hidden whole. */
function maskDigits(text: string): string {
  const sign = text.trim().startsWith("+") ? "+" : "";
  const digits = text.replace(/\D/g, "");
  if (digits.length < 9) return digits === "" ? text : hidden;
  return `${sign}${digits.slice(0, sign ? 3 : 4)}${hidden}${digits.slice(-3)}`;
}

/** What the text says as JSON; undefined where it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readEscapes(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
