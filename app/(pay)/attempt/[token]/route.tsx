import { AttemptView } from "@/components/pay/attempt-view";
import { systemWorld } from "@/lib/services/desk/system-world";
import { submitCode } from "@/lib/services/money/checkout/call-rail";
import { readAttemptPage } from "@/lib/services/money/checkout/pages/read-attempt-page";
import { claimPayment } from "@/lib/services/money/phone/claim";
import { checkAttempt } from "@/lib/services/money/settlement/poll";
import { readAttempt } from "@/lib/services/money/settlement/read-attempt";
import { browserOf, cookieOf } from "../../browser";
import { readPayForm } from "../../pay-form";
import { tooMany } from "../../read-form";
import { closed, doneOf, nothing, type PayRequest, payRoute, seeOther, show } from "../../respond";
import { factsOf, otherNetworks, stateKey, stateOf } from "./state-of";

/** The state of one payment. Opening it starts nothing; an open payment is polled if a poll is due. */
export const GET = payRoute<{ token: string }>((pay, { token }) => page(pay, token));

/** "I have paid, check again", and the code that some networks require. */
export const POST = payRoute<{ token: string }>(async (pay, { token }) => {
  const read = await readPayForm(pay);
  if (read instanceof Response) return read;
  const world = systemWorld();
  const here = pay.url.pathname;
  const act = read("act");
  const found = await readAttempt(world, token);
  if (!found) return nothing(pay);
  if (act === "check" || act === "code" || act === "sent") {
    const limited = await tooMany(pay, act === "check" ? "check" : "code", found.id);
    if (limited) return limited;
  }
  switch (act) {
    case "check":
      await checkAttempt(world, token, { force: true });
      return seeOther(here);
    case "code": {
      const code = read("code");
      if (!code) return page(pay, token, { isMissing: true });
      const taken = await submitCode(world, token, code);
      return taken
        ? seeOther(here)
        : closed(pay, found.store, { kind: "too_many", minutes: 10, backUrl: here }, 429);
    }
    case "sent": {
      const claimed = await claimPayment(world, token, read("code") ?? "");
      if (claimed === "no_code") return page(pay, token, { isMissing: true });
      return seeOther(claimed === "kept" ? `${here}?code=kept` : here);
    }
    default:
      return closed(pay, null, { kind: "bad_form", backUrl: here }, 422);
  }
});

async function page(pay: PayRequest, token: string, { isMissing = false } = {}): Promise<Response> {
  const world = systemWorld();
  await checkAttempt(world, token);
  const found = await readAttemptPage(world, token, browserOf(pay));
  if (!found) return nothing(pay);
  const here = pay.url.pathname;
  const { searchParams } = pay.url;
  const cameBack =
    searchParams.get("cancelled") === "1" ? "left" : searchParams.get("returned") === "1" ? "done" : "no";
  const shown = pay.page(found.store, { test: false });
  const others = await otherNetworks(world, found);
  const typed = searchParams.get("code");
  const code = typed === "kept" ? "kept" : typed || isMissing ? "asked" : "no";
  const state = stateOf(world, found, { cameBack, isMissing, code, others });
  const kind = found.subscription ? "subscription" : "order";
  return show(
    pay,
    <AttemptView
      page={{
        ...shown,
        done: state.kind === "paid" ? doneOf(found.store, kind, true) : null,
        sandbox: shown.sandbox && {
          ...shown.sandbox,
          phone: found.state === "waiting" ? found.sandboxPhone : null,
        },
      }}
      facts={factsOf(found, shown.lang)}
      state={state}
      action={here}
      poll={{ href: `${here}/state`, key: stateKey(found) }}
      back={backOf(pay) ?? found.shopPath}
    />,
    { status: isMissing ? 422 : 200 },
  );
}

/** The page on which this browser began it, from the cookie of this path only. */
function backOf(pay: PayRequest): string | null {
  return cookieOf(
    pay,
    "begun",
    /^\/(subscribe|product|pay|invoice|manage|renew)\/[\w./-]{1,120}(\?[\w=&%.+*~-]{0,800})?$/,
  );
}
