import { readForm } from "@/app/(pay)/read-form";
import { closed, type PayRequest, payRoute, show } from "@/app/(pay)/respond";
import { PlaySendView } from "@/components/pay/play-send-view";
import { formatMoney } from "@/lib/domain/money";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readHandset } from "@/lib/services/money/checkout/pages/play-sandbox";
import { type PlaySent, sendPlayMoney, simFates } from "@/lib/services/money/phone/play";

type Params = { digits: string };

/** Sending money from the simulated phone to a number: where that is a store's phone, its network writes to it. */
export const GET = payRoute<Params>((pay, { digits }) => {
  const asked = pay.url.searchParams;
  const typed = { number: asked.get("number") ?? "", amount: asked.get("amount") ?? "", fate: "arrives" };
  return page(pay, digits, typed, null);
});

export const POST = payRoute<Params>(async (pay, { digits }) => {
  const form = await readForm(pay.request);
  if (!form) return closed(pay, null, { kind: "bad_form", backUrl: pay.url.pathname }, 422);
  const typed = {
    number: form.get("number") ?? "",
    amount: form.get("amount") ?? "",
    fate: form.get("fate") ?? "",
  };
  return page(pay, digits, typed, await sendPlayMoney(systemWorld(), digits, typed));
});

async function page(
  pay: PayRequest,
  digits: string,
  typed: { number: string; amount: string; fate: string },
  done: PlaySent | null,
): Promise<Response> {
  const handset = await readHandset(systemWorld(), digits);
  if (!handset) return closed(pay, null, { kind: "not_found" }, 404);
  const { pathname } = pay.url;
  const shown = pay.page(null, { test: false });
  return show(
    pay,
    <PlaySendView
      page={{ ...shown, sandbox: { phone: null } }}
      action={pathname}
      phoneHref={pathname.replace(/\/send$/, "")}
      phone={handset.phone}
      fates={simFates}
      typed={typed}
      done={done?.kind === "too_little" ? { ...done, there: formatMoney(done.there, shown.lang) } : done}
    />,
  );
}
