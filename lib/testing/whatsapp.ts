import { createHmac, randomBytes, randomInt } from "node:crypto";
import { startWhatsapp, type WhatsappEmulator } from "@/e2e/emulators/whatsapp";
import { answerWhatsappCall, answerWhatsappCheck } from "@/lib/api/whatsapp-webhook";
import {
  concernOf,
  type TemplateMessage,
  usualRules,
  type Whatsapp,
  WhatsappProblem,
} from "@/lib/providers/whatsapp/port";
import type { World } from "@/lib/services/core/world";
import { answerWhatsapp } from "@/lib/services/money/whatsapp/answer";
import { receiveWhatsapp } from "@/lib/services/notify/whatsapp/inbox";
import { callbackOf, listen } from "./listen";

/** A number of WhatsApp that takes everything, or refuses by `codeOf`. */
export interface WhatsappTaker extends Whatsapp {
  taken: (TemplateMessage & { ref: string })[];
  /** The code with which it refuses a message; null: it takes it. */
  codeOf: (message: TemplateMessage) => number | null;
}

export function whatsappTaker(): WhatsappTaker {
  const taker: WhatsappTaker = {
    ...{ isSandbox: false, numberId: "1065", appSecret: "app-secret", verifyToken: "word", taken: [] },
    prices: { utility: { minor: 120n, currency: "KES" }, marketing: null, authentication: null },
    codeOf: () => null,
    send: async (message) => {
      const code = taker.codeOf(message);
      if (code !== null) throw new WhatsappProblem(`Refused with code ${code}.`, code, concernOf(code));
      const ref = `wamid.${crypto.randomUUID()}`;
      taker.taken.push({ ...message, ref });
      return { ref };
    },
  };
  return taker;
}

/** A call of the provider, as it signs it; its work is done when this ends. Returns the status of the answer. */
export async function tellWhatsapp(
  world: World,
  value: object,
  {
    secret = world.whatsapp?.appSecret ?? "",
    number = world.whatsapp?.numberId,
    address = null as string | null,
    answers = answerWhatsapp,
  } = {},
): Promise<number> {
  const metadata = { phone_number_id: number };
  const call = { entry: [{ changes: [{ field: "messages", value: { metadata, ...value } }] }] };
  const body = Buffer.from(JSON.stringify(call));
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  const { status, work } = await receiveWhatsapp(world, { address, body, signature }, answers);
  await work();
  return status;
}

/** The keys of an emulated number, as its owner types them. */
export function typedOf({ phoneNumberId, token, appSecret }: WhatsappEmulator) {
  return { numberId: phoneNumberId, token, appSecret, price: "" };
}

/** Numbers of the provider over HTTP: at one address, as the real ones, each with an emulator, an app and a token of its own. */
export async function openNumbers(world: World) {
  const emulators = new Map<string, WhatsappEmulator>();
  const front = await listen(async (incoming, response) => {
    const { method, path, query, headers, body } = await callbackOf(incoming);
    const emulator = emulators.get(/^\/v[\d.]+\/(\d+)/.exec(path)?.[1] ?? "");
    if (!emulator) return response.writeHead(404).end("{}");
    const { authorization = "", "content-type": type = "" } = headers;
    const given = method === "GET" ? {} : { body: new Uint8Array(body) };
    const url = `${emulator.url}${path}?${query}`;
    const answer = await fetch(url, { method, headers: { authorization, "content-type": type }, ...given })
      .then(async (came) => ({ status: came.status, text: await came.text() }))
      .catch(() => null);
    if (answer) response.writeHead(answer.status).end(answer.text);
    else response.destroy();
  });
  world.config.whatsapp = { ...usualRules, baseUrl: front.url };
  return {
    async open(): Promise<WhatsappEmulator> {
      const phoneNumberId = String(randomInt(1e14, 2e14));
      const secrets = {
        token: `EAA${randomBytes(12).toString("hex")}`,
        appSecret: randomBytes(16).toString("hex"),
      };
      const emulator = await startWhatsapp({ own: { phoneNumberId, ...secrets } });
      emulators.set(phoneNumberId, emulator);
      return emulator;
    },
    async close(): Promise<void> {
      await front.close();
      for (const emulator of emulators.values()) await emulator.close();
    },
  };
}

/** Our addresses for the provider's webhooks over HTTP, in the world that pages find. `settled`: what was told is worked. */
export async function hearWebhooks() {
  let works: Promise<void>[] = [];
  const server = await listen(async (incoming, response) => {
    const { method, path, query, headers, body } = await callbackOf(incoming);
    const address = path.split("/")[3] ?? null;
    const given = method === "GET" ? {} : { body: new Uint8Array(body) };
    const request = new Request(`http://localhost${path}?${query}`, { method, headers, ...given });
    const answer =
      method === "GET"
        ? await answerWhatsappCheck(request, address)
        : await answerWhatsappCall(request, (work) => void works.push(work()), address);
    response.writeHead(answer.status).end(await answer.text());
  });
  const settled = async () => {
    await Promise.all(works);
    works = [];
  };
  return { url: `${server.url}/api/whatsapp`, close: server.close, settled };
}
