import { createHmac } from "node:crypto";
import { knownLanguage } from "@/lib/domain/languages";
import type { World } from "@/lib/services/core/world";
import { openContent, payloadsOf } from "@/lib/services/notify/whatsapp/content";
import { receiveWhatsapp } from "@/lib/services/notify/whatsapp/inbox";
import { buttonActs, goesByWhatsapp, templateOf } from "@/lib/services/notify/whatsapp/templates";
import { answerWhatsapp } from "./answer";

const shownMax = 5;

/**
 * The conversation of a simulated phone, newest first, as its owner reads it: nothing while the number is a real one. Reading it
 * tells the service what a provider would: that all of it was delivered and read. `buttons`: not pressed yet.
 */
export async function readChat(world: World, digits: string) {
  const { whatsapp } = world;
  if (!whatsapp?.isSandbox || !/^\d{7,15}$/.test(digits)) return [];
  const rows = await world.db.whatsappMessage.findMany({
    where: { phone: `+${digits}`, wamid: { not: null }, ownNumber: null },
    orderBy: { messageId: "desc" },
    take: shownMax,
    include: { message: { select: { template: true } } },
  });
  const unread = rows.filter(({ state }) => state !== "read");
  if (unread.length > 0) {
    const seen = (status: string) => unread.map(({ wamid }) => ({ id: wamid, status, pricing }));
    await tell(world, { statuses: [...seen("delivered"), ...seen("read")] });
  }
  return rows.flatMap(({ message, ...row }) => {
    const { lang, parameters, hasButtons } = openContent(world, row.contentSealed);
    const kind = message.template;
    if (!goesByWhatsapp(kind)) return [];
    const template = templateOf(kind, knownLanguage(lang) ?? "en", world.config.serviceName);
    const payloads = hasButtons ? payloadsOf(world, row.messageId) : [];
    const valueAt = (_whole: string, number: string) => parameters[Number(number) - 1] ?? "";
    const text = template.body.replace(/\{\{(\d+)\}\}/g, valueAt);
    const buttons = payloads.flatMap((payload, index) => {
      const [act, label] = [buttonActs[index], template.buttons[index]];
      return act && label && !row.pressed.includes(act) ? [{ payload, label }] : [];
    });
    return [{ id: row.wamid ?? "", text, buttons }];
  });
}

const pricing = { billable: true, pricing_model: "PMP", type: "regular", category: "utility" };

/** Presses a button under a message of that phone, or answers it in words. */
export async function answerChat(
  world: World,
  digits: string,
  { about, payload, text }: { about: string; payload: string; text: string },
): Promise<void> {
  const shown = await readChat(world, digits);
  if (!shown.some(({ id }) => id === about)) return;
  const said = payload
    ? { type: "button", button: { payload, text: "" } }
    : { type: "text", text: { body: text } };
  const id = `wamid.sandbox.${Buffer.from(world.random.bytes(12)).toString("base64url")}`;
  await tell(world, {
    contacts: [{ profile: { name: "" }, wa_id: digits, user_id: `KE.${digits}` }],
    messages: [{ from: digits, from_user_id: `KE.${digits}`, id, context: { id: about }, ...said }],
  });
}

/** In the provider's own shape, signed, by the door through which a provider's calls come. */
async function tell(world: World, value: object): Promise<void> {
  const { numberId = "", appSecret = "" } = world.whatsapp ?? {};
  const whole = { messaging_product: "whatsapp", metadata: { phone_number_id: numberId }, ...value };
  const call = {
    object: "whatsapp_business_account",
    entry: [{ id: "sandbox", changes: [{ field: "messages", value: whole }] }],
  };
  const body = Buffer.from(JSON.stringify(call));
  const signature = `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
  const { work } = await receiveWhatsapp(world, { address: null, body, signature }, answerWhatsapp);
  await work();
}
