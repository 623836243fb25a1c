import { randomUUID } from "node:crypto";
import { everyInWords, wordsOf } from "@/components/pay/parts";
import { formatMoney, typedInEnglish } from "@/lib/domain/money";
import { PayInvalid, PaymentOpen, type PayProblem } from "@/lib/domain/pay-problem";
import { Invalid, NotFound, Refusal } from "@/lib/domain/refusal";
import { normalizeEmail } from "@/lib/domain/text";
import { changesSince, type Shown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { attemptIdOf } from "@/lib/services/money/checkout/browser";
import type { NewPayment } from "@/lib/services/money/checkout/open-attempt";
import { afterFree } from "@/lib/services/money/checkout/pages/read-attempt-page";
import { readPayOptions } from "@/lib/services/money/checkout/pages/read-pay-options";
import type { PayInput, Quote } from "@/lib/services/money/checkout/quote";
import { pressPay } from "@/lib/services/money/checkout/start-payment";
import { codesRest, countWrongCode } from "@/lib/services/people/keys/count-within";
import { moment } from "@/lib/text/dates";
import { browserOf, knownPhone, newBrowser, rememberBought, rememberBrowser, rememberHere } from "./browser";
import { changedOf } from "./changed";
import { type Again, formOf, hasOpenTotal, type PayDesk, renewsText, totalOf } from "./desk";
import { readForm, tooMany } from "./read-form";
import { codeAsked, whoAsks } from "./reduced";
import { asPayer, closed, type PayRequest, payRoute, seeOther, show } from "./respond";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * The page of a link that shows one form to everybody. `deskOf` answers with a page that says why nothing is sold instead;
 * `read` reads the address, or the form that was sent.
 */
export function deskRoutes(
  deskOf: (pay: PayRequest, token: string, read: ReadField) => Promise<PayDesk | Response>,
) {
  return {
    GET: payRoute<{ token: string }>(async (pay, { token }) => {
      const desk = await deskOf(pay, token, (name) => pay.url.searchParams.get(name));
      return desk instanceof Response ? desk : showPayForm(pay, desk);
    }),
    POST: payRoute<{ token: string }>(async (pay, { token }) => {
      const read = await readPayForm(pay);
      if (read instanceof Response) return read;
      const desk = await deskOf(pay, token, read);
      return desk instanceof Response ? desk : takePayForm(pay, desk, read);
    }),
  };
}

/** GET of a page that takes money. */
export async function showPayForm(pay: PayRequest, desk: PayDesk, again?: Again, status = 200) {
  const options = await readPayOptions(systemWorld(), desk.store, desk.currency);
  // Where nothing is to pay, the form itself leads on to the seller's page.
  const leadsTo = desk.reduces?.isPlan ? desk.store.returnUrl : null;
  const form = options && (await formOf(pay, desk, options, again));
  const shown = await show(pay, desk.view(form), { status, leadsTo });
  // Set before the payment: of two presses at once, the lost answer may be the one that began the payment.
  if (!browserOf(pay)) rememberBrowser(shown, newBrowser());
  return shown;
}

/** A posted field: null when empty. Typed text is trimmed, the page's own values stay unchanged. */
export type ReadField = (field: string) => string | null;

const typed = new Set([
  "amount",
  "quantity",
  "answer",
  "phone",
  "network",
  "email",
  "name",
  "contact",
  "place",
  "code",
]);

/** Reads the posted form before its page is known. Returns a Response when there is no readable form. */
export async function readPayForm(pay: PayRequest): Promise<ReadField | Response> {
  const form = await readForm(pay.request);
  if (!form) return closed(pay, null, { kind: "bad_form", backUrl: pay.url.pathname }, 422);
  return (field) => (typed.has(field) ? form.get(field)?.trim() : form.get(field)) || null;
}

/**
 * POST of a page that takes money: 303 to the attempt's page; or the same page with the problems (422), with a total
 * that the payer has not seen (200), or with the facts of an open payment (409); or the closed page when nothing can be
 * paid. At most ten posts a minute from one address to one page.
 */
export async function takePayForm(pay: PayRequest, desk: PayDesk, read: ReadField): Promise<Response> {
  const limited = await tooMany(pay, "pay", desk.id);
  if (limited) return limited;
  if (read("apply")) return showPayForm(pay, desk, { read: fresh(read), problems: [], applies: true });
  const world = systemWorld();
  const { store } = desk;
  const isCoded = desk.reduces !== undefined && codeAsked(pay, read) !== "";
  if (isCoded && (await codesRest(world, whoAsks(pay, desk)))) {
    const problems: PayProblem[] = [{ field: "code", code: "code_rests" }];
    return showPayForm(pay, desk, { read: fresh(read), problems }, 422);
  }
  const id = attemptIdOf(world, read("id") ?? "") ?? "";
  const browser = browserOf(pay) ?? newBrowser();
  const caller = asPayer(store);
  let quote: Quote | undefined;
  try {
    const input = { ...(await inputOf(pay, desk, read)), id, browser };
    const pressed = await pressPay(world, caller, input, (quoted) => {
      quote = quoted;
      return unseenIn(desk, read, quoted)?.length === 0;
    });
    if (pressed.kind === "confirm") return askAgain(pay, desk, read, pressed.quote);
    if (pressed.kind === "free") {
      const next = seeOther(await afterFree(world, store, pressed.receiptToken));
      rememberBought(next, pressed.receiptToken);
      return next;
    }
    return toAttempt(pay, desk, pressed.attempt.token, browser);
  } catch (error) {
    const problems = problemsOf(error);
    // Also where a code is not for this payer: it tells whether an e-mail or a phone is a customer's.
    if (problems?.some(({ field }) => field === "code"))
      await countWrongCode(world, whoAsks(pay, desk), codeAsked(pay, read));
    // What was wrong before it was known what it costs changes nothing in what they have seen.
    const shown = quote ? factsOf(desk, read, quote) : (read("seen") ?? undefined);
    const again = { read: fresh(read), quoted: quote, shown };
    if (problems) return showPayForm(pay, desk, { ...again, problems }, 422);
    if (error instanceof PaymentOpen)
      return showPayForm(pay, desk, { ...again, problems: [], open: error.open }, 409);
    return refused(pay, desk, error);
  }
}

async function inputOf(
  pay: PayRequest,
  desk: PayDesk,
  read: ReadField,
): Promise<PayInput & Pick<NewPayment, "renews" | "whatsapp">> {
  const method = read("method") === "card" ? "card" : "mobile_money";
  const network = read("network");
  const phone = read("phone") ?? (await knownPhone(pay, desk))?.phone ?? "";
  // Without an e-mail field, the address from the link is used.
  const email = normalizeEmail((desk.email === "no" ? desk.values?.email : read("email")) ?? "");
  return {
    for: desk.paymentFor((field) => (field === "amount" ? typedAmount(desk, read) : read(field))),
    method,
    ...(method === "mobile_money" ? { phone, ...(network ? { network } : {}) } : {}),
    name: (desk.name && read("name")) || "",
    code: desk.reduces ? codeAsked(pay, read) : "",
    email: email === "" ? null : email,
    language: pay.lang(desk.store),
    ...renewsOf(desk, read, method === "card" ? "card" : "phone"),
    ...(read("whatsapp") === "yes" ? { whatsapp: wordsOf(desk.page.lang).text("whatsappTick") } : {}),
  };
}

/** What the payer ticked, in the words that stood there. */
function renewsOf(desk: PayDesk, read: ReadField, method: "phone" | "card"): Pick<NewPayment, "renews"> {
  if (!desk.renews || read(`renews_${method}`) !== "yes") return {};
  const text = (totalMinor: bigint) => renewsText(desk, method, totalMinor);
  return { renews: { text, language: desk.page.lang } };
}

/** The amount as typed in the language of the page. */
function typedAmount(desk: PayDesk, read: ReadField): string | null {
  const typed = read("amount");
  return typed === null ? null : typedInEnglish(typed, desk.currency, desk.page.lang);
}

/** What the page must have said for this press. What it keeps to itself, a press agrees to unseen. */
function factsOf(desk: PayDesk, read: ReadField, quote: Quote): Shown {
  const { shown } = quote.purchase;
  return {
    ...shown,
    ...(desk.shown?.paid === "" ? { paid: "" } : {}),
    ...totalOf(desk, quote),
    phone: asksKnown(read) ? (quote.phone ?? "") : "",
  };
}

/** The field was left empty, so the number that the page knows is asked. */
function asksKnown(read: ReadField): boolean {
  return read("method") !== "card" && read("phone") === null;
}

/**
 * What the payer did not see as it is, by name; null: the page says no total, or none of ours. Where the button names none,
 * a typed amount counts as seen while no charge is added.
 */
function unseenIn(desk: PayDesk, read: ReadField, quote: Quote): string[] | null {
  const found = changesSince(systemWorld(), desk.id, read("seen") ?? "", factsOf(desk, read, quote));
  if (found === "unknown") return null;
  const changed = found.filter((name) => name !== "phone" || asksKnown(read));
  if (changed.length > 0 || !hasOpenTotal(desk)) return changed;
  const shown = read("shown");
  const isSeen = shown === null ? Boolean(desk.amount) && quote.addedMinor === 0n : false;
  return isSeen || shown === String(quote.totalMinor) ? [] : null;
}

/** The same page with what is so now; nothing was done. */
async function askAgain(pay: PayRequest, desk: PayDesk, read: ReadField, quote: Quote): Promise<Response> {
  const again: Again = { read: fresh(read), problems: [], quoted: quote, shown: factsOf(desk, read, quote) };
  const changed = unseenIn(desk, read, quote);
  if (changed === null) return showPayForm(pay, desk, { ...again, confirms: true });
  return showPayForm(
    pay,
    desk,
    { ...again, problems: changedOf(changed, await nowOf(pay, desk, quote)) },
    422,
  );
}

/** What is so now, in the language of the page. */
async function nowOf(pay: PayRequest, desk: PayDesk, { purchase, currency }: Quote) {
  const { line, interval, shown } = purchase;
  const { page } = desk;
  const each = formatMoney({ minor: line.unitPriceMinor, currency }, page.lang);
  return {
    ...(interval ? { plan: line.name, price: everyInWords(wordsOf(page.lang), each, interval) } : {}),
    date: shown.paid ? moment(page, new Date(shown.paid)) : undefined,
    phone: (await knownPhone(pay, desk))?.masked,
  };
}

/** An invalid id is replaced, so that the next press can begin a payment. */
function fresh(read: ReadField): ReadField {
  const id = uuid.test(read("id") ?? "") ? read("id") : randomUUID();
  return (field) => (field === "id" ? id : read(field));
}

function problemsOf(error: unknown): readonly PayProblem[] | null {
  if (error instanceof PayInvalid) return error.problems;
  if (!(error instanceof Invalid)) return null;
  return [{ field: "form", code: "form_incomplete" }];
}

async function refused(pay: PayRequest, desk: PayDesk, error: unknown): Promise<Response> {
  const { store } = desk;
  if (error instanceof NotFound) return closed(pay, store, { kind: "not_found" }, 404);
  if (!(error instanceof Refusal)) throw error;
  switch (error.code) {
    case "store_suspended":
      return closed(pay, store, { kind: "store_suspended" }, 200);
    case "customer_blocked":
      return closed(pay, store, { kind: "customer_blocked" }, 200);
    case "renewal_limit":
      return closed(pay, store, { kind: "paid_far_ahead" }, 200);
    case "too_many_attempts":
      return closed(pay, store, { kind: "asked_too_often", backUrl: desk.address ?? pay.url.pathname }, 429);
    default:
      // The page itself shows its current state, and what to do.
      return seeOther(pay.url.pathname);
  }
}

/**
 * The cookie of the browser is valid everywhere; which payment it began here, and on which page, is stored only for
 * these two pages.
 */
function toAttempt(pay: PayRequest, desk: PayDesk, token: string, browser: string): Response {
  const attempt = `/attempt/${token}`;
  const response = seeOther(attempt);
  rememberBrowser(response, browser);
  rememberHere(response, "paying", token, pay.url.pathname);
  rememberHere(response, "begun", desk.address ?? pay.url.pathname, attempt);
  return response;
}
