import { readForm } from "@/app/(pay)/read-form";
import { closed, payRoute, seeOther, show } from "@/app/(pay)/respond";
import { HandsetView } from "@/components/pay/sandbox-views";
import { formatMoney } from "@/lib/domain/money";
import { systemWorld } from "@/lib/services/desk/system-world";
import {
  answerHandset,
  attemptPath,
  type HandsetAnswer,
  readHandset,
} from "@/lib/services/money/checkout/pages/play-sandbox";
import { forwardPlayTexts, hasPlaySims, readPlaySim } from "@/lib/services/money/phone/play";
import { readDialler } from "@/lib/services/money/ussd/play-handset";
import { answerChat, readChat } from "@/lib/services/money/whatsapp/play";

const answers: readonly HandsetAnswer[] = ["paid", "wrong_pin", "declined", "ignored", "gone"];

/** The payer's simulated phone, while test money replaces real money. Otherwise there is no such page. */
export const GET = payRoute<{ digits: string }>(async (pay, { digits }) => {
  const world = systemWorld();
  const handset = await readHandset(world, digits);
  if (!handset) return closed(pay, null, { kind: "not_found" }, 404);
  const { searchParams, pathname } = pay.url;
  const answer = answers.find((one) => one === searchParams.get("done"));
  const shown = pay.page(null, { test: false });
  const sim = await readPlaySim(world, digits);
  return show(
    pay,
    <HandsetView
      page={{ ...shown, sandbox: { phone: null } }}
      action={pathname}
      phone={handset.phone}
      prompts={handset.prompts}
      texts={handset.texts}
      dialHref={(await readDialler(world, digits)) ? `${pathname}/dial` : null}
      tillHref={world.rails.own?.all().some(({ till, phone }) => till && !phone) ? `${pathname}/till` : null}
      sendHref={hasPlaySims(world) ? `${pathname}/send` : null}
      chat={await readChat(world, digits)}
      sim={sim && { balance: formatMoney(sim.balance, shown.lang), texts: sim.texts }}
      done={answer ? { answer, backHref: await attemptPath(world, searchParams.get("attempt") ?? "") } : null}
    />,
  );
});

export const POST = payRoute<{ digits: string }>(async (pay, { digits }) => {
  const form = await readForm(pay.request);
  const act = form?.get("act");
  const attemptId = form?.get("attempt") ?? "";
  const here = pay.url.pathname;
  if (act === "forward") {
    await forwardPlayTexts(systemWorld(), digits);
    return seeOther(here);
  }
  if (act === "whatsapp") {
    const reply = {
      about: form?.get("about") ?? "",
      payload: form?.get("payload") ?? "",
      text: form?.get("reply") ?? "",
    };
    await answerChat(systemWorld(), digits, reply);
    return seeOther(here);
  }
  if (act !== "approve" && act !== "decline" && act !== "ignore")
    return closed(pay, null, { kind: "bad_form", backUrl: here }, 422);
  const pin = form?.get("pin")?.trim() ?? "";
  const answer = await answerHandset(systemWorld(), digits, { attemptId, act, pin });
  return seeOther(`${here}?${new URLSearchParams({ done: answer, attempt: attemptId })}`);
});
