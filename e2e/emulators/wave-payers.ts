import { createHmac } from "node:crypto";
import { type Emulator, type EmulatorAnswer, type EmulatorRequest, pagePath } from "./emulator";
import { type Book, feeOf, type Session, sessionShape, signs, timeOf, write } from "./wave-book";

// What payers do at Wave, and the webhooks that tell of it.

export type Wave = { book: Book; emulator: Emulator };

export const shape = ({ book, emulator }: Wave, session: Session) =>
  sessionShape(book, session, emulator.switches, emulator.url);

/** What an attempt to pay fails with, by the last three digits of the payer's number. */
const payerErrors: Record<string, string> = {
  ...{ "019": "kyb-limits-exceeded", "049": "insufficient-funds", "069": "payment-failure" },
  ...{
    "239": "blocked-account",
    "249": "cross-border-payment-not-allowed",
    "269": "customer-age-restricted",
  },
};
const slow: Record<string, number> = {
  ...{ "129": Number.POSITIVE_INFINITY, "179": 45_000, "199": 600_000 },
};

/** The page that stands in for the app: the payer's number, and to pay or to turn back. */
export async function atPage(wave: Wave, request: EmulatorRequest): Promise<EmulatorAnswer> {
  const { book, emulator } = wave;
  const session = book.sessions.find(({ id }) => id === request.path.slice(pagePath.length));
  if (!session) return { status: 404, html: "Unknown" };
  const isOpen = session.checkout === "open";
  if (request.method !== "POST" || !isOpen) return launchPage(book, session);
  const form = new URLSearchParams(request.text);
  const toError = { status: 303, headers: { location: session.errorUrl } };
  if (form.get("outcome") !== "ok") {
    session.payment = "cancelled";
    return toError;
  }
  session.mobile = form.get("mobile") || session.restrictedTo || `${book.prefix}761110001`;
  const code = payerProblem(book, session);
  if (code) {
    Object.assign(session, { payment: "cancelled", error: { code, message: "So the number says." } });
    await tell(wave, "checkout.session.payment_failed", shape(wave, session));
    return toError;
  }
  Object.assign(session, { payment: "processing", error: null });
  const afterMs = slow[session.mobile.slice(-3)] ?? 0;
  if (afterMs === 0) await complete(wave, session);
  else if (afterMs !== Number.POSITIVE_INFINITY) emulator.after(afterMs, () => complete(wave, session));
  return { status: 303, headers: { location: session.successUrl } };
}

function payerProblem({ prefix }: Book, { restrictedTo, mobile }: Session): string | undefined {
  if (restrictedTo && mobile !== restrictedTo) return "payer-mobile-mismatch";
  if (!mobile.startsWith(prefix)) return "cross-border-payment-not-allowed";
  return payerErrors[mobile.slice(-3)];
}

function launchPage({ currency }: Book, { amount, checkout }: Session): EmulatorAnswer {
  const form = `<form method="post"><label>Mobile number <input name="mobile" inputmode="tel"></label>
<button name="outcome" value="ok">Pay</button> <button name="outcome" value="cancel">Cancel</button></form>`;
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Wave</title>
<h1>Wave</h1><p>Acme, ${amount} ${currency}</p>${checkout === "open" ? form : `<p>${checkout}</p>`}</html>`;
  return { status: 200, html };
}

async function complete(wave: Wave, session: Session): Promise<void> {
  if (session.checkout !== "open" || session.payment !== "processing") return;
  const { book, emulator } = wave;
  const { amount, mobile, reference, id } = session;
  const transactionId = signs(10);
  const atMs = emulator.now();
  const done = { checkout: "complete", payment: "succeeded", error: null };
  Object.assign(session, { ...done, transactionId, completedMs: atMs });
  write(book, {
    ...{ transactionId, type: "api_checkout", isReversal: false, mobile, sessionId: id, atMs },
    ...{ amount: amount - feeOf(amount), fee: feeOf(amount), reference: reference ?? "" },
  });
  await tell(wave, "checkout.session.completed", shape(wave, session));
}

/** At the merchant's own code, without a session. */
export async function payAtCode(wave: Wave, sum: number, mobile = "+221761110001"): Promise<void> {
  const { book, emulator } = wave;
  const [fee, transactionId, atMs] = [feeOf(sum), signs(10), emulator.now()];
  const own = { transactionId, type: "merchant_payment", isReversal: false, mobile, sessionId: "", atMs };
  write(book, { ...own, amount: sum - fee, fee, reference: "" });
  await tell(wave, "merchant.payment_received", {
    ...{ id: `T_${transactionId}`, amount: String(sum - fee), fee: String(fee), currency: book.currency },
    ...{ sender_mobile: mobile, merchant_name: "Acme", custom_fields: {} },
    when_created: timeOf(atMs),
  });
}

/** Signed over the time and the body, with nothing between them; or with the secret itself. */
export async function tell(
  { book, emulator }: Wave,
  type: string,
  data: Record<string, unknown>,
): Promise<void> {
  const { callbackUrl, security, secrets, unkind } = book;
  if (callbackUrl.current === "") return;
  const url = callbackUrl.current;
  const body = JSON.stringify({ id: `EV_${signs(12)}`, type, data });
  const send = () => {
    const seconds = Math.floor(emulator.now() / 1000);
    const made = secrets.map((secret) =>
      createHmac("sha256", secret)
        .update(seconds + body)
        .digest("hex"),
    );
    const signature = [`t=${seconds}`, ...made.map((one) => `v1=${one}`)].join(",");
    const headers: Record<string, string> = { "content-type": "application/json" };
    if (security.current === "shared") headers.authorization = `Bearer ${secrets[0]}`;
    else headers["wave-signature"] = signature;
    return emulator.send({ url, body, headers });
  };
  if (unkind.webhookLateMs > 0) emulator.after(unkind.webhookLateMs, send);
  else await send();
}
