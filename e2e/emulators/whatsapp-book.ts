import { randomBytes, randomInt } from "node:crypto";
import type { Emulator, EmulatorAnswer } from "./emulator";

// What an account at WhatsApp's Cloud API has: its number, templates, people and messages.

export type Json = Record<string, unknown>;

export interface Template {
  id: string;
  name: string;
  language: string;
  category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
  status: "APPROVED" | "PENDING" | "REJECTED" | "PAUSED" | "DISABLED";
  parameter_format: "POSITIONAL" | "NAMED";
  components: Json[];
}

/** Whoever has a phone, and what they do with what we send. */
export interface Person {
  /** The number in digits, as `wa_id` has it. */
  phone: string;
  /** The business-scoped user id. A new number brings a new one. */
  userId: string;
  name: string;
  /** With one the phone is left out of webhooks, unless we know it: see `knowsPhone`. */
  username: string | null;
  hasWhatsapp: boolean;
  /** Nothing is delivered, and nothing tells of it: the documents name no status for it. */
  blocksUs: boolean;
  /** So long after "sent" the phone has it; null while it is off. */
  deliveredMs: number | null;
  /** So long after "delivered" it is read; null never. With 0 there is no "delivered", as the documents say. */
  readMs: number | null;
  /** When they last wrote: a day long we may send more than templates. */
  wroteMs: number | null;
  /** When a message last went between us and their number. */
  byPhoneMs: number | null;
}

export type Status = "sent" | "delivered" | "read" | "failed";

export interface Message {
  id: string;
  person: Person;
  /** How it was addressed. Phones are preferred when both are given. */
  by: "phone" | "user_id";
  json: Json;
  template: Template | null;
  category: string;
  isFree: boolean;
  /** What was told of it, in that order. */
  told: Status[];
  opaque: string | null;
}

/** What the documents leave open, or say in two ways. */
export interface WhatsappUnkind {
  /** What cannot reach a person (131026, 131047) is said in the answer; otherwise by a status "failed". Both are documented. */
  failsAtOnce: boolean;
  /** "read" comes first and "sent" last: their order is not promised. */
  backwards: boolean;
  /** Updates of so many milliseconds come in one webhook; 0: each by itself. */
  togetherMs: number;
  /** Meta keeps the phone of everybody we wrote to. Without it only thirty days count. */
  contactBook: boolean;
  /** The version of webhooks. Below 24 they have `conversation`. */
  webhookVersion: number;
  /** How many answers are still free this month: since October 2026 a number has 1,000, and pays for more. */
  freeAnswers: number;
  /** What is wrong with the account, or nothing. */
  account: "" | "locked" | "blocked";
}

export interface Book {
  token: string;
  appSecret: string;
  verifyToken: string;
  callbackUrl: { current: string };
  wabaId: string;
  phoneNumberId: string;
  number: Json;
  templates: Template[];
  people: Map<string, Person>;
  messages: Message[];
  unkind: WhatsappUnkind;
  /** What the next messages are refused with, in the answer. */
  refusals: number[];
  /** What the next messages that were taken fail with, by a webhook. */
  failures: number[];
}

export interface Whatsapp {
  book: Book;
  emulator: Emulator;
}

export const dayMs = 86_400_000;

export function newBook(): Book {
  const number = {
    // As in the sample of the documents, with a number that looks like ours.
    ...{ verified_name: "Jasper's Market", display_phone_number: "+254 700 000 555" },
    ...{ quality_rating: "GREEN", code_verification_status: "VERIFIED", platform_type: "CLOUD_API" },
    ...{ status: "CONNECTED", name_status: "APPROVED", messaging_limit_tier: "TIER_1K" },
  };
  return {
    ...{ token: "EAAemulated", appSecret: "emulated-app-secret", verifyToken: "emulated-verify-token" },
    ...{ callbackUrl: { current: "" }, wabaId: "102290129340398", phoneNumberId: "106540352242922" },
    ...{ number, templates: [], people: new Map(), messages: [], refusals: [], failures: [] },
    unkind: {
      ...{ failsAtOnce: false, backwards: false, togetherMs: 0, contactBook: true },
      ...{ webhookVersion: 25, freeAnswers: 1_000, account: "" },
    },
  };
}

export const digitsOf = (number: unknown) => String(number).replace(/\D/g, "");
export const wamid = (phone: string) =>
  `wamid.${Buffer.from(`\x1c\x1a${phone}\x15\x02${randomBytes(10).toString("hex").toUpperCase()}`).toString("base64")}`;

const countries: Record<string, string> = {
  ...{ "254": "KE", "255": "TZ", "256": "UG", "250": "RW", "233": "GH", "234": "NG", "221": "SN" },
  ...{ "251": "ET", "27": "ZA", "1": "US" },
};

/** Two letters of the country, a period, and digits. */
export function newUserId(phone: string): string {
  const prefix = Object.keys(countries).find((one) => phone.startsWith(one));
  return `${countries[prefix ?? ""] ?? "KE"}.${randomInt(1, 2 ** 47)}${randomInt(10_000, 99_999)}`;
}

/** A person by phone, by id, or by themselves. Whoever is not known has WhatsApp, and reads in two seconds. */
export function personOf(book: Book, who: string): Person {
  const byId = [...book.people.values()].find(({ userId }) => userId === who);
  const phone = digitsOf(who);
  const known = byId ?? book.people.get(phone);
  if (known) return known;
  const person: Person = {
    ...{ phone, userId: newUserId(phone), name: "Wanjikũ Mwangi", username: null, hasWhatsapp: true },
    ...{ blocksUs: false, deliveredMs: 1_000, readMs: 2_000, wroteMs: null, byPhoneMs: null },
  };
  book.people.set(phone, person);
  return person;
}

export function knowsPhone({ book, emulator }: Whatsapp, { username, byPhoneMs }: Person): boolean {
  if (username === null) return true;
  if (byPhoneMs === null) return false;
  return book.unkind.contactBook || emulator.now() - byPhoneMs <= 30 * dayMs;
}

export function isOpen({ emulator }: Whatsapp, { wroteMs }: Person): boolean {
  return wroteMs !== null && emulator.now() - wroteMs < dayMs;
}

/**
 * Code, title, details as in Meta's page of error codes (support/error-codes, September 2026). That page has details
 * only; titles are those of its older versions. It gives no HTTP statuses either and says to build on codes:
 * the statuses are those that older versions listed, else 400. One line a code: HTTP status, title, details.
 */
const errors: Record<number, string> = {
  4: "400|Application request limit reached|The app has reached its API call rate limit.",
  100: "400|Invalid parameter|The request included one or more unsupported or misspelled parameters.",
  190: "401|Access token has expired|Your access token has expired.",
  368: "403|Temporarily blocked for policies violations|The WhatsApp Business Account associated with the app has been restricted or disabled for violating a platform policy.",
  130429: "400|Rate limit hit|Cloud API message throughput has been reached.",
  131000: "500|Something went wrong|Message failed to send due to an unknown error.",
  131008: "400|Required parameter is missing|The request is missing a required parameter.",
  131009: "400|Parameter value is not valid|One or more parameter values are invalid.",
  131016: "503|Service unavailable|A service is temporarily unavailable.",
  131021: "400|Recipient cannot be sender|Sender and recipient phone number is the same.",
  131026: "400|Message undeliverable|Unable to deliver message.",
  131031:
    "403|Account has been locked|The WhatsApp Business Account associated with the app has been restricted or disabled for violating a platform policy.",
  131042: "400|Business eligibility payment issue|There was an error related to your payment method.",
  131047:
    "400|Re-engagement message|More than 24 hours have passed since the recipient last replied to the sender number.",
  131048:
    "400|Spam rate limit hit|Message failed to send because there are restrictions on how many messages can be sent from this phone number.",
  131049:
    "400|This message was not delivered to maintain healthy ecosystem engagement.|In order to maintain a healthy ecosystem engagement, the message failed to be delivered.",
  131051: "400|Unsupported message type|Unsupported message type.",
  131056:
    "400|Pair rate limit hit|Too many messages sent from the sender phone number to the same recipient phone number in a short period of time.",
  132000: "400|Number of parameters does not match the expected number of params|",
  132001: "404|Template name does not exist in the translation|",
  132005: "400|Translated text too long|Translated text is too long.",
  132012: "400|Parameter format does not match format in the created template|",
  132015:
    "400|Template is paused|Template is paused due to low quality so it cannot be sent in a template message.",
  132016:
    "400|Template is disabled|Template has been paused too many times due to low quality and is now permanently disabled.",
  132018: "400|Template validation error|There's an issue with the parameters in your template.",
};

export function errorOf(code: number, details?: string): { code: number; title: string; details: string } {
  const [, title = "Unknown error", usual = ""] = errors[code]?.split("|") ?? [];
  return { code, title, details: details ?? usual };
}

/** An error as the Graph API answers it. */
export function refused(code: number, details?: string, more: Json = {}): EmulatorAnswer {
  const error = errorOf(code, details);
  const json = {
    message: `(#${code}) ${error.title}`,
    ...{ type: "OAuthException", code },
    error_data: { messaging_product: "whatsapp", details: error.details },
    ...more,
    fbtrace_id: `A${randomBytes(17).toString("base64url").slice(0, 22)}`,
  };
  return { status: Number(errors[code]?.slice(0, 3) ?? 400), json: { error: json } };
}
