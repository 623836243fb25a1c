import type { Money } from "@/lib/domain/money";
import { DeliveryProblem } from "../call-out";

/** One message of an approved template. Parameters stand in the body in their order; a button gives its payload back. */
export interface TemplateMessage {
  /** E.164. */
  to: string;
  /** The provider's id of the person, where their phone is not told: then it goes to that, and not to `to`. */
  userId?: string | null;
  template: string;
  /** The provider's code of the language. */
  language: string;
  parameters: readonly string[];
  /** Of its quick replies, in their order. */
  payloads: readonly string[];
}

/** A number from which messages go by WhatsApp. */
export interface Whatsapp {
  /** Simulated: nothing leaves this machine. */
  isSandbox: boolean;
  /** The provider's id of the number; what is told of another one is not ours. */
  numberId: string;
  /** Signs what the provider tells. */
  appSecret: string;
  /** Typed at the provider, which says it once when the address is set. */
  verifyToken: string;
  /** What one message costs by category; null where nobody said. */
  prices: Readonly<Record<WhatsappCategory, Money | null>>;
  /** Throws WhatsappProblem when it was not taken. `ref`: the provider's id of the message. */
  send(message: TemplateMessage): Promise<{ ref: string }>;
}

/** What holds for every number. */
export interface WhatsappRules {
  /** An SMS goes instead after so long, unless the message got so far. */
  fallBack: { afterMs: number; unless: "delivered" | "read" };
  /** Where the provider's API is, without a slash at its end. Absent: the provider's own. */
  baseUrl?: string | undefined;
}

export const usualRules: WhatsappRules = { fallBack: { afterMs: 30 * 60_000, unless: "delivered" } };

export const whatsappCategories = ["utility", "marketing", "authentication"] as const;
export type WhatsappCategory = (typeof whatsappCategories)[number];

/**
 * What a refusal is about. `recipient`: this person is not reached so. `template`: it is paused or not approved.
 * `account`: the number or its token is refused, and every message with it. `later`: too many at once, or no answer.
 */
export type WhatsappConcern = "recipient" | "template" | "account" | "later";

export class WhatsappProblem extends DeliveryProblem {
  readonly code: number | null;
  readonly concern: WhatsappConcern;
  constructor(message: string, code: number | null, concern: WhatsappConcern) {
    super(message, concern !== "later");
    this.code = code;
    this.concern = concern;
  }
}

/** By the codes of docs/whatsapp.md. A code that is not there is about this one message. */
export function concernOf(code: number): WhatsappConcern {
  if (later.has(code)) return "later";
  if (account.has(code) || (code >= 200 && code <= 299)) return "account";
  return code >= 132_000 && code <= 132_999 ? "template" : "recipient";
}

/** Unknown and service errors, throttling of the app, the account, the number and the pair, and maintenance. */
const later = new Set([1, 2, 4, 80_007, 130_429, 131_000, 131_016, 131_048, 131_056, 131_057, 133_004]);
/** Token, permission, policy, a locked account, unpaid bills, and a number that is gone, banned or not registered. */
const account = new Set([0, 3, 10, 33, 190, 368, 131_005, 131_031, 131_042, 131_045, 133_010]);
