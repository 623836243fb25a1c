import { problemText } from "@/components/pay/fields";
import { priceInWords, wordsOf } from "@/components/pay/parts";
import { TrialView, type TrialViewProps, trialField } from "@/components/pay/subscribe-views";
import { clientNetwork } from "@/lib/domain/address-block";
import { PayInvalid } from "@/lib/domain/pay-problem";
import { Refusal } from "@/lib/domain/refusal";
import { formatPhone } from "@/lib/providers/phone";
import {
  askTrialCode,
  confirmTrialCode,
  readTrialCode,
  type TrialAddress,
  trialPage,
  trialShown,
} from "@/lib/services/billing/subscriptions/trial";
import { manageToken } from "@/lib/services/core/manage-token";
import { Changed, sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { returnUrlAfter } from "@/lib/services/money/checkout/pages/read-attempt-page";
import { rememberHere } from "../../../browser";
import { changedTexts } from "../../../changed";
import { type ReadField, readPayForm } from "../../../pay-form";
import { tooMany } from "../../../read-form";
import { asPayer, closed, type PayRequest, payRoute, seeOther, show } from "../../../respond";
import { fieldsOf, type NamedPayer, type OpenPage, offerOf, openPage, payerOf } from "../open-page";
import { forgetTrier, rememberTrier, trierOf } from "./trier";

/** Free days: who wants them, then the code that proves it. Nothing is paid here. */
export const GET = payRoute<{ token: string }>(async (pay, { token }) => {
  const found = await open(pay, token, (name) => pay.url.searchParams.get(name));
  return found instanceof Response ? found : page(pay, found, {});
});

export const POST = payRoute<{ token: string }>(async (pay, { token }) => {
  const read = await readPayForm(pay);
  if (read instanceof Response) return read;
  const found = await open(pay, token, read);
  if (found instanceof Response) return found;
  const { livemode } = found.payer;
  const limited = await tooMany(pay, livemode ? "trial" : "test", livemode ? found.product.id : null);
  if (limited) return limited;
  switch (read("act")) {
    case "ask":
      return ask(pay, found, read(trialField) ?? "");
    case "confirm":
      return confirm(pay, found, read);
    case "another":
      return forgetTrier(pay, seeOther(placeOf(found, "/trial")));
    default:
      return closed(pay, found.store, { kind: "bad_form", backUrl: placeOf(found, "/trial") }, 422);
  }
});

type Found = OpenPage & { payer: NamedPayer; offer: TrialViewProps["offer"] };

/** Whoever has the plan, or finds no free days, is shown the page where it is paid. */
async function open(pay: PayRequest, token: string, read: ReadField): Promise<Found | Response> {
  const payer = payerOf(read);
  if (!payer) return closed(pay, null, { kind: "bad_link" }, 422);
  const found = await openPage(pay, token, payer);
  if (found instanceof Response) return found;
  const offer = offerOf(found.product, payer);
  const whole = { ...found, payer };
  return offer && !found.current ? { ...whole, offer } : seeOther(placeOf(whole));
}

async function ask(pay: PayRequest, found: Found, value: string): Promise<Response> {
  const { product, store } = found;
  const from = clientNetwork(pay.request.headers);
  try {
    const asked = { productId: product.id, value, language: pay.lang(store), from };
    const { kind, to } = await askTrialCode(systemWorld(), callerOf(found), asked);
    if (kind === "sent") return rememberTrier(pay, seeOther(placeOf(found, "/trial")), to);
    const text = wordsOf(pay.lang(store)).text("contactTooMany");
    return page(pay, found, { problem: { at: "form", text }, typed: value, status: 429 });
  } catch (error) {
    if (error instanceof Refusal) return seeOther(placeOf(found));
    if (!(error instanceof PayInvalid)) throw error;
    const [problem] = error.problems;
    const text = problem ? problemText(pay.page(store, { test: false }), problem, {}) : "";
    return page(pay, found, { problem: { at: trialField, text }, typed: value, status: 422 });
  }
}

async function confirm(pay: PayRequest, found: Found, read: ReadField): Promise<Response> {
  const to = trierOf(pay);
  if (!to) return seeOther(placeOf(found, "/trial"));
  const { product, store, payer } = found;
  const world = systemWorld();
  const words = wordsOf(pay.lang(store));
  try {
    const input = {
      ...{ ...to, productId: product.id, code: read("code") ?? "" },
      ...{ ref: payer.ref, language: pay.lang(store) },
    };
    const caller = { ...callerOf(found), seen: read("seen") ?? "" };
    const confirmed = await confirmTrialCode(world, caller, input);
    if (confirmed.kind === "wrong") {
      const text = words.text("contactWrongCode", { tries: String(confirmed.triesLeft) });
      return page(pay, found, { to, problem: { at: "code", text }, status: 422 });
    }
    if (confirmed.kind === "over")
      return page(pay, found, { problem: { at: "form", text: words.text("contactOver") }, status: 422 });
    const { row } = confirmed;
    const response = forgetTrier(pay, seeOther(returnUrlAfter(world, store, row)));
    if (!row.livemode)
      rememberHere(response, "testing", manageToken(world, row), placeOf(found).split("?")[0] ?? "");
    return response;
  } catch (error) {
    if (error instanceof Changed) {
      const texts = changedTexts(pay.page(store, { test: false }), error.names, planNow(pay, found));
      const text = texts.map((one) => one.text).join(" ");
      return page(pay, found, { to, problem: { at: "form", text }, status: 422 });
    }
    if (!(error instanceof Refusal)) throw error;
    return refused(pay, found, error);
  }
}

function planNow(pay: PayRequest, { plan, store }: Found) {
  return { plan: plan.name, price: priceInWords(wordsOf(pay.lang(store)), plan) };
}

/** The free days are no way for this person: they read why, and where to pay. */
function refused(pay: PayRequest, found: Found, { code }: Refusal): Promise<Response> | Response {
  const words = wordsOf(pay.lang(found.store));
  const test = !found.payer.livemode;
  switch (code) {
    case "trial_used":
    case "already_subscribed": {
      const text = words.text(code === "trial_used" ? "trialUsed" : "trialHad");
      return page(pay, found, { problem: { at: "form", text }, isOver: true, status: 422 });
    }
    case "customer_blocked":
      return closed(pay, found.store, { kind: "customer_blocked" }, 200, test);
    default:
      return seeOther(placeOf(found));
  }
}

interface Told extends Partial<Pick<TrialViewProps, "problem" | "typed" | "isOver">> {
  status?: number;
  /** The code that was typed was for this address. */
  to?: TrialAddress;
}

async function page(pay: PayRequest, found: Found, told: Told): Promise<Response> {
  const { store, plan, payer, offer } = found;
  const to = told.to ?? (told.problem ? null : trierOf(pay));
  const code = to && (await readTrialCode(systemWorld(), callerOf(found), to));
  return show(
    pay,
    <TrialView
      page={pay.page(store, { test: !payer.livemode, keep: fieldsOf(payer) })}
      plan={plan}
      account={payer}
      offer={{
        ...offer,
        form: {
          ...offer.form,
          fields: {
            ...offer.form.fields,
            seen: sealShown(systemWorld(), trialPage(found.product), trialShown(found.product)),
          },
        },
      }}
      sent={to && code ? { to: to.channel === "sms" ? formatPhone(to.value) : to.value, ...code } : null}
      typed={told.typed ?? ""}
      problem={told.problem ?? null}
      payHref={placeOf(found)}
      isOver={told.isOver ?? false}
    />,
    { status: told.status ?? 200, leadsTo: store.returnUrl },
  );
}

/** The subscribe page of this payer, or a page below it. */
function placeOf({ product, payer }: Pick<Found, "product" | "payer">, below = ""): string {
  const query = new URLSearchParams(fieldsOf(payer)).toString();
  return `/subscribe/${product.token}${below}${query === "" ? "" : `?${query}`}`;
}

function callerOf({ store, payer }: Found) {
  return asPayer(store, payer.livemode);
}
