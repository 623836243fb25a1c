import { createHmac } from "node:crypto";
import { z } from "zod";
import { parsedJson } from "@/lib/domain/mask";
import { storable } from "@/lib/domain/text";
import { oneNumber, readCapped } from "../sms/sms";
import { concernOf, type TemplateMessage, type Whatsapp, WhatsappProblem } from "./port";

export interface CloudSettings extends Omit<Whatsapp, "isSandbox" | "send"> {
  token: string;
  /** Without a slash at its end. Absent: the provider's own. */
  baseUrl?: string | undefined;
}

const version = "v24.0";
const timeoutMs = 15_000;

const takenShape = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });
const problemShape = z.object({ error: z.object({ code: z.number() }) });

type Place = Pick<CloudSettings, "numberId" | "token" | "baseUrl">;

const addressOf = ({ numberId, baseUrl = "https://graph.facebook.com" }: Place) =>
  `${baseUrl}/${version}/${encodeURIComponent(numberId)}`;

/** A number at WhatsApp's Cloud API. */
export function cloudWhatsapp({ token, baseUrl, ...number }: CloudSettings): Whatsapp {
  return { ...number, isSandbox: false, send: cloudSend({ numberId: number.numberId, token, baseUrl }) };
}

/** One POST a message, to the number's own address. */
export function cloudSend(place: Place): Whatsapp["send"] {
  return async (message) => {
    const answer = await call(`${addressOf(place)}/messages`, place.token, bodyOf(message));
    const taken = takenShape.safeParse(answer.body);
    if (answer.status < 200 || answer.status > 299 || !taken.success) throw refused(answer);
    return { ref: taken.data.messages[0]?.id ?? "" };
  };
}

const factsShape = z
  .object({
    display_phone_number: z.string().max(40),
    verified_name: z.string().max(200).default(""),
    /** `GREEN`, `YELLOW`, `RED`, or `UNKNOWN`. */
    quality_rating: z.string().max(40).default("UNKNOWN"),
  })
  .transform(({ display_phone_number: display, verified_name: name, quality_rating: quality }) => ({
    ...{ display: storable(display, 40), name: storable(name, 200), quality },
  }));
/** A number as its provider tells of it. */
export type NumberFacts = z.output<typeof factsShape>;

/** Asks about a number: moves nothing, and shows that token and secret are of one app. Throws WhatsappProblem. */
export async function askAboutNumber(place: Place & { appSecret: string }): Promise<NumberFacts> {
  const { token, appSecret } = place;
  const query = new URLSearchParams({
    fields: "verified_name,display_phone_number,quality_rating",
    appsecret_proof: createHmac("sha256", appSecret).update(token).digest("hex"),
  });
  const answer = await call(`${addressOf(place)}?${query}`, token);
  const facts = factsShape.safeParse(answer.body);
  if (answer.status !== 200 || !facts.success) throw refused(answer);
  return facts.data;
}

function bodyOf({ to, userId, template, language, parameters, payloads }: TemplateMessage) {
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    ...(userId ? { recipient: userId } : { to: oneNumber(to).slice(1) }),
    type: "template",
    template: {
      name: template,
      language: { code: language },
      components: [
        { type: "body", parameters: parameters.map((text) => ({ type: "text", text })) },
        ...payloads.map((payload, index) => ({
          ...{ type: "button", sub_type: "quick_reply", index: String(index) },
          parameters: [{ type: "payload", payload }],
        })),
      ],
    },
  };
}

interface Answer {
  status: number;
  body: unknown;
}

/** The code decides: the provider's words may name the recipient, and its HTTP status says little. */
function refused({ status, body }: Answer): WhatsappProblem {
  const problem = problemShape.safeParse(body);
  if (!problem.success) return new WhatsappProblem(`WhatsApp answered ${status}.`, null, "later");
  const { code } = problem.data.error;
  // With a server error the provider did not decide anything, whatever else it says.
  const concern = status >= 500 && concernOf(code) === "recipient" ? "later" : concernOf(code);
  return new WhatsappProblem(`WhatsApp refused it with code ${code}.`, code, concern);
}

/** Posts the body; without one it asks. Throws WhatsappProblem, for later, when no answer came. */
async function call(url: string, token: string, body?: unknown): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      headers: { "Content-Type": "application/json", authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: parsedJson(await readCapped(response)) };
  } catch {
    // The error's own message may contain the address and the token.
    throw new WhatsappProblem("WhatsApp did not answer.", null, "later");
  }
}
