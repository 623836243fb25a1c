import { priceInWords, wordsOf } from "@/components/pay/parts";
import type { PayFormProps } from "@/components/pay/pay-form-types";
import { ChangeView, type ChangeViewProps } from "@/components/pay/renew-views";
import { formatMoney } from "@/lib/domain/money";
import { PayInvalid } from "@/lib/domain/pay-problem";
import { planAt } from "@/lib/domain/plan-change";
import { Invalid, Refusal } from "@/lib/domain/refusal";
import { composeUuid, isUuidV4 } from "@/lib/domain/token";
import {
  type ChangeQuote,
  changeShown,
  planShown,
  scheduleChange,
} from "@/lib/services/billing/changes/change";
import { changeTestPlan } from "@/lib/services/billing/test-mode/start-subscription";
import { Changed, sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import {
  type ManagePage,
  readChoosablePlans,
  readChosenPlan,
  readManagePage,
} from "@/lib/services/money/checkout/pages/read-manage-page";
import { payFree } from "@/lib/services/money/checkout/pay-free";
import { moment } from "@/lib/text/dates";
import { changedTexts } from "../../../changed";
import type { PayDesk } from "../../../desk";
import { type ReadField, readPayForm, showPayForm, takePayForm } from "../../../pay-form";
import { factsOf, planInWords } from "../../../plan";
import { tooMany } from "../../../read-form";
import { asPayer, closed, type PayRequest, payRoute, seeOther, show } from "../../../respond";
import { endedLink } from "../ended-link";

/** Which plans there are, and of one that was chosen what it costs and brings. Nothing changes here. */
export const GET = payRoute<{ token: string }>(async (pay, { token }) => {
  const open = await openPage(pay, token, (name) => pay.url.searchParams.get(name));
  if (open instanceof Response) return open;
  return open.quote && isPaidFor(open)
    ? showPayForm(pay, deskOf(pay, open, open.quote))
    : showPage(pay, open);
});

export const POST = payRoute<{ token: string }>(async (pay, { token }) => {
  const read = await readPayForm(pay);
  if (read instanceof Response) return read;
  const open = await openPage(pay, token, read);
  if (open instanceof Response) return open;
  const { quote } = open;
  // It cannot be chosen any more: the page says what can.
  if (!quote) return seeOther(`${open.here}/change`);
  return isPaidFor(open) && read("press") === null
    ? takePayForm(pay, deskOf(pay, open, quote), read)
    : pressChange(pay, open, quote, read);
});

interface OpenPage extends ManagePage {
  /** The manage page. */
  here: string;
  quote: ChangeQuote | null;
  to: string | null;
  by: string | null;
}

async function openPage(pay: PayRequest, token: string, read: ReadField): Promise<OpenPage | Response> {
  const world = systemWorld();
  const found = await readManagePage(world, token);
  if (!found) return endedLink(pay, token);
  const { store, subscription } = found;
  if (store.status === "suspended")
    return closed(pay, store, { kind: "store_suspended" }, 200, !subscription.livemode);
  const [to, by] = [read("to"), read("by")];
  const quote = await readChosenPlan(world, found, { to, by });
  return { ...found, here: `/manage/${token}`, quote, to, by };
}

/** Whether a payment makes the change. A test subscription's is made by one press. */
function isPaidFor({ quote, subscription }: OpenPage): boolean {
  return subscription.livemode && quote !== null && quote.dueMinor > 0n;
}

/** Nothing is to pay, or it is test mode. */
async function pressChange(
  pay: PayRequest,
  open: OpenPage,
  quote: ChangeQuote,
  read: ReadField,
): Promise<Response> {
  const world = systemWorld();
  const { subscription, store, here } = open;
  const limited = await tooMany(pay, "manage", subscription.id);
  if (limited) return limited;
  const { livemode, id } = subscription;
  const caller = { ...asPayer(store, livemode), seen: read("seen") ?? "" };
  const productId = quote.to.product.id;
  const press = read("id") ?? "";
  if (!isUuidV4(press)) return showPage(pay, open);
  try {
    if (quote.kind === "at_period_end") {
      await scheduleChange(world, caller, id, productId);
      return seeOther(`${here}?done=change_chosen`);
    }
    if (livemode) {
      const payer = { name: null, email: null, phone: null };
      const paid = { kind: "subscription_change" as const, subscriptionId: id, productId };
      await payFree(world, caller, { id: press, for: paid, payer, language: pay.lang(store) });
    } else await changeTestPlan(world, caller, id, { productId, paymentKey: press });
    return seeOther(`${here}?done=changed`);
  } catch (error) {
    if (error instanceof PayInvalid || error instanceof Invalid)
      return showPage(pay, open, error instanceof Changed ? error.names : []);
    // Done already, or not possible now: the subscriber's page says how it is.
    if (error instanceof Refusal) return seeOther(here);
    throw error;
  }
}

/** `changed`: what its reader saw otherwise, so that nothing was done. */
async function showPage(pay: PayRequest, open: OpenPage, changed?: readonly string[]): Promise<Response> {
  const { to, by, quote, subscription } = open;
  const plans = quote ? [] : await readChoosablePlans(systemWorld(), open);
  const id = composeUuid(systemWorld().random.bytes(16));
  const press = quote && {
    action: `${open.here}/change`,
    fields: {
      ...{ ...markedBy(to, by), press: "1", id },
      seen: sealShown(systemWorld(), `change/${subscription.id}`, changeShown(quote)),
    },
  };
  return show(pay, view(pay, open, { plans, press, form: null, changed }), { status: changed ? 422 : 200 });
}

function markedBy(to: string | null, by: string | null): Record<string, string> {
  return { ...(to === null ? {} : { to }), ...(by === null ? {} : { by }) };
}

function deskOf(pay: PayRequest, open: OpenPage, quote: ChangeQuote): PayDesk {
  const { store, subscription, phone, here, to, by } = open;
  return {
    id: `change/${subscription.id}`,
    store,
    page: pay.page(store, { test: false, keep: markedBy(to, by) }),
    currency: quote.currency,
    priceMinor: quote.dueMinor,
    shown: planShown(quote.to, subscription.currentPeriodEnd),
    email: "no",
    knownPhone: phone,
    fields: markedBy(to, by),
    address: `${here}/change?${new URLSearchParams(markedBy(to, by))}`,
    paymentFor: () => ({
      kind: "subscription_change",
      subscriptionId: subscription.id,
      productId: quote.to.product.id,
    }),
    view: (form) => view(pay, open, { plans: [], press: null, form }),
  };
}

function view(
  pay: PayRequest,
  open: OpenPage,
  {
    plans,
    press,
    form,
    changed,
  }: Pick<ChangeViewProps, "press"> & {
    changed?: readonly string[] | undefined;
    plans: Awaited<ReturnType<typeof readChoosablePlans>>;
    form: PayFormProps | null;
  },
) {
  const { store, subscription, here, quote } = open;
  const lang = pay.lang(store);
  const now = systemWorld().clock.now();
  const { currency } = subscription;
  const money = (minor: bigint) => formatMoney({ minor, currency }, lang);
  const credit = quote && quote.kind === "now" ? quote.to.amountMinor - quote.dueMinor : 0n;
  const page = pay.page(store, { test: !subscription.livemode, keep: markedBy(open.to, open.by) });
  const to = quote && planInWords(quote.to, currency, lang);
  return (
    <ChangeView
      page={page}
      problems={
        changed && quote && to
          ? changedTexts(page, changed, {
              ...{ plan: to.name, price: priceInWords(wordsOf(lang), to), total: money(quote.dueMinor) },
              date: moment(page, quote.endsAt),
            })
          : []
      }
      plan={planInWords(planAt(subscription, now), currency, lang)}
      subscription={factsOf(subscription, now)}
      plans={plans.map((plan) => ({
        href: `${here}/change?to=${plan.product.id}`,
        plan: planInWords(plan, currency, lang),
      }))}
      chosen={
        quote &&
        to && {
          plan: to,
          waits: quote.kind === "at_period_end",
          credit: credit > 0n ? money(credit) : null,
          due: money(quote.dueMinor),
          endsAt: quote.endsAt,
        }
      }
      form={form}
      press={press}
      backHref={here}
    />
  );
}
