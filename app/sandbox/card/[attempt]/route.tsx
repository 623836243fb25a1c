import { readForm } from "@/app/(pay)/read-form";
import { closed, type PayRequest, payRoute, seeOther, show } from "@/app/(pay)/respond";
import { CardPageView, type CardViewProps } from "@/components/pay/sandbox-views";
import { formatMoney } from "@/lib/domain/money";
import { systemWorld } from "@/lib/services/desk/system-world";
import {
  type CardPress,
  cardPattern,
  pressCardPage,
  readCardPage,
} from "@/lib/services/money/checkout/pages/play-sandbox";

/** The card page of the sandbox, with test money. It accepts only published test numbers. */
export const GET = payRoute<{ attempt: string }>((pay, { attempt }) => page(pay, attempt, null));

export const POST = payRoute<{ attempt: string }>(async (pay, { attempt }) => {
  const press = pressOf(await readForm(pay.request));
  if (!press) return closed(pay, null, { kind: "bad_form", backUrl: pay.url.pathname }, 422);
  const step = await pressCardPage(systemWorld(), attempt, press);
  switch (step.kind) {
    case "return":
      return seeOther(new URL(step.url).pathname + new URL(step.url).search);
    case "three_d_secure":
      return seeOther(pay.url.pathname);
    case "problem":
      return page(pay, attempt, step.problem);
    case "not_found":
      return closed(pay, null, { kind: "not_found" }, 404);
  }
});

async function page(pay: PayRequest, attempt: string, problem: CardViewProps["problem"]): Promise<Response> {
  const found = await readCardPage(systemWorld(), attempt);
  if (!found) return closed(pay, null, { kind: "not_found" }, 404);
  return show(
    pay,
    <CardPageView
      page={{ ...pay.page(null, { test: false }), sandbox: { phone: null } }}
      action={pay.url.pathname}
      amount={formatMoney(found.amount, pay.lang(null))}
      label={found.label}
      step={found.step}
      pattern={cardPattern}
      problem={problem}
      returnHref={new URL(found.returnUrl).pathname}
    />,
    { status: problem ? 422 : 200 },
  );
}

function pressOf(form: Map<string, string> | null): CardPress | null {
  const act = form?.get("act");
  const field = (name: string) => form?.get(name) ?? "";
  switch (act) {
    case "pay":
      return { act, number: field("number"), expiry: field("expiry"), cvc: field("cvc") };
    case "approve":
    case "fail":
    case "cancel":
      return { act };
    default:
      return null;
  }
}
