import type { EarlierAttempt } from "@/components/pay/pay-form-types";
import { composeToken, tokenShape } from "@/lib/domain/token";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readTried, type TriedPayment } from "@/lib/services/money/checkout/pages/read-attempt-page";
import type { PayRequest } from "./respond";

/** How long a payment may matter to the browser that began it. */
const daySeconds = 86_400;

/** The random value of this browser's cookie; null when it brings none. */
export function browserOf(pay: PayRequest): string | null {
  return cookieOf(pay, cookieName(), tokenShape);
}

/** A fresh random value, for a browser that pays here for the first time. */
export function newBrowser(): string {
  return composeToken(systemWorld().random.bytes(24));
}

/** Sets the cookie by which all our pages recognise this browser. */
export function rememberBrowser(response: Response, browser: string): void {
  rememberHere(response, cookieName(), browser, "/");
}

/** Stores a value in this browser for the pages under this path, for a day. */
export function rememberHere(response: Response, name: string, value: string, path: string): void {
  response.headers.append(
    "Set-Cookie",
    `${name}=${value}; Path=${path}; Max-Age=${daySeconds}; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`,
  );
}

/**
 * Remembers that this browser ordered what cost nothing, for which there is no attempt: its receipt then opens what was
 * bought. The value is keyed, so that a reader of the receipt cannot make it.
 */
export function rememberBought(response: Response, receiptToken: string): void {
  rememberHere(response, "bought", boughtValue(receiptToken), `/receipt/${receiptToken}`);
}

export function boughtHere(pay: PayRequest, receiptToken: string): boolean {
  return cookieOf(pay, "bought", tokenShape) === boughtValue(receiptToken);
}

function boughtValue(receiptToken: string): string {
  return composeToken(systemWorld().secrets.mac("bought", receiptToken).subarray(0, 24));
}

export function cookieOf(pay: PayRequest, name: string, shape: RegExp): string | null {
  const all = (pay.request.headers.get("cookie") ?? "").split(/;\s*/);
  const value = all.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
  return value !== undefined && shape.test(value) ? value : null;
}

/** Over https, no other host of the same site can set it. */
function cookieName(): string {
  return isSecure() ? "__Host-payer" : "payer";
}

function isSecure(): boolean {
  return systemWorld().config.siteUrl.startsWith("https:");
}

/** A page that takes money, as far as it matters what this browser did there before. */
interface Desk {
  store: { id: number };
  knownPhone?: TriedPayment["phone"] | undefined;
}

const minuteMs = 60_000;
/** How long a payment that came is mentioned; a later visit is for a new payment. */
const paidShownMs = 60 * minuteMs;

/** The payment that this browser began on this page; null when it no longer matters. */
export async function earlierAttempt(pay: PayRequest, { store }: Desk): Promise<EarlierAttempt | null> {
  const found = (await triedHere(pay, store))?.attempt;
  if (!found) return null;
  const ageMs = systemWorld().clock.now().getTime() - (found.paidAt ?? found.startedAt).getTime();
  const shown = { href: `/attempt/${found.token}`, minutesAgo: Math.max(0, Math.floor(ageMs / minuteMs)) };
  if (found.state === "paid") return ageMs <= paidShownMs ? { ...shown, state: "paid" } : null;
  if (found.state !== "waiting" && found.state !== "unknown") return null;
  if (found.isPaidOtherwise) return null;
  return { ...shown, state: found.state === "unknown" || found.isOverdue ? "overdue" : "open" };
}

/** The stored number, else the last one this browser used on this page, so that nobody types it twice. */
export async function knownPhone(pay: PayRequest, desk: Desk): Promise<TriedPayment["phone"]> {
  return desk.knownPhone ?? (await triedHere(pay, desk.store))?.phone ?? null;
}

/** From the cookie of this page. */
async function triedHere(pay: PayRequest, store: { id: number }): Promise<TriedPayment | null> {
  const token = cookieOf(pay, "paying", tokenShape);
  return token ? readTried(systemWorld(), store, token) : null;
}
