import { readForm } from "@/app/(pay)/read-form";
import { closed, type PayRequest, payRoute, show } from "@/app/(pay)/respond";
import { TillView, type TillViewProps } from "@/components/pay/till-view";
import { systemWorld } from "@/lib/services/desk/system-world";
import { payAtTill, readHandset } from "@/lib/services/money/checkout/pages/play-sandbox";

type Params = { digits: string };

const empty = { number: "", account: "", amount: "" };

/** Paying at a till from the simulated phone: as a network does, the payment arrives at the account's own address. */
export const GET = payRoute<Params>((pay, { digits }) => {
  const asked = pay.url.searchParams;
  const typed = { ...empty, number: asked.get("number") ?? "", account: asked.get("account") ?? "" };
  return page(pay, digits, typed, null);
});

export const POST = payRoute<Params>(async (pay, { digits }) => {
  const form = await readForm(pay.request);
  if (!form) return closed(pay, null, { kind: "bad_form", backUrl: pay.url.pathname }, 422);
  const typed = {
    number: form.get("number") ?? "",
    account: form.get("account") ?? "",
    amount: form.get("amount") ?? "",
  };
  return page(pay, digits, typed, await payAtTill(systemWorld(), digits, typed));
});

async function page(
  pay: PayRequest,
  digits: string,
  typed: typeof empty,
  done: TillViewProps["done"],
): Promise<Response> {
  const handset = await readHandset(systemWorld(), digits);
  if (!handset) return closed(pay, null, { kind: "not_found" }, 404);
  const { pathname } = pay.url;
  return show(
    pay,
    <TillView
      page={{ ...pay.page(null, { test: false }), sandbox: { phone: null } }}
      action={pathname}
      phoneHref={pathname.replace(/\/till$/, "")}
      phone={handset.phone}
      {...{ typed, done }}
    />,
  );
}
