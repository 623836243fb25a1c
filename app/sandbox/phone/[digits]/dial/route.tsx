import { readForm } from "@/app/(pay)/read-form";
import { closed, type PayRequest, payRoute, seeOther, show } from "@/app/(pay)/respond";
import { DialView, type DialViewProps } from "@/components/pay/dial-view";
import { systemWorld } from "@/lib/services/desk/system-world";
import {
  hangUp,
  type PlayedSession,
  playSession,
  readDialler,
  sessionSeconds,
} from "@/lib/services/money/ussd/play-handset";

type Params = { digits: string };

/** Dialling on the simulated phone. Each screen is the answer to a form, and a reload posts it again, as networks do. */
export const GET = payRoute<Params>((pay, { digits }) => page(pay, digits, null));

export const POST = payRoute<Params>(async (pay, { digits }) => {
  const form = await readForm(pay.request);
  const here = pay.url.pathname;
  const act = form?.get("act");
  if (!form || (act !== "dial" && act !== "send" && act !== "hang_up"))
    return closed(pay, null, { kind: "bad_form", backUrl: here }, 422);
  const world = systemWorld();
  if (act === "hang_up") {
    await hangUp(world, digits, form.get("session") ?? "");
    return seeOther(here);
  }
  const entry =
    act === "dial"
      ? { dialled: form.get("number") ?? "" }
      : { session: sessionIn(form), reply: (form.get("reply") ?? "").trim() };
  const played = await playSession(world, digits, entry);
  if (!played) return page(pay, digits, "nobody");
  const { session, text, end, use, seconds } = played;
  return page(pay, digits, { session, text, end, ...use, seconds, patience: sessionSeconds });
});

async function page(pay: PayRequest, digits: string, screen: DialViewProps["screen"]): Promise<Response> {
  const dialler = await readDialler(systemWorld(), digits);
  if (!dialler) return closed(pay, null, { kind: "not_found" }, 404);
  const { pathname } = pay.url;
  return show(
    pay,
    <DialView
      page={{ ...pay.page(null, { test: false }), sandbox: { phone: null } }}
      action={pathname}
      phoneHref={pathname.replace(/\/dial$/, "")}
      {...{ ...dialler, screen }}
    />,
  );
}

function sessionIn(form: Map<string, string>): PlayedSession {
  const startedAt = Number(form.get("started"));
  return {
    id: form.get("session") ?? "",
    text: form.get("text") ?? "",
    startedAt: Number.isSafeInteger(startedAt) ? startedAt : 0,
  };
}
