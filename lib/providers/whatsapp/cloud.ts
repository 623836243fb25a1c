import { z } from "zod";
import { parsedJson } from "@/lib/domain/mask";
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

/** WhatsApp's Cloud API: one POST a message, to the number's own address. */
export function cloudWhatsapp({ token, baseUrl, ...number }: CloudSettings): Whatsapp {
  const base = baseUrl ?? "https://graph.facebook.com";
  const url = `${base}/${version}/${encodeURIComponent(number.numberId)}/messages`;
  return {
    ...number,
    isSandbox: false,
    async send(message) {
      return taken(await post(url, token, bodyOf(message)));
    },
  };
}

function bodyOf({ to, template, language, parameters, payloads }: TemplateMessage) {
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: oneNumber(to).slice(1),
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
function taken({ status, body }: Answer): { ref: string } {
  const answer = takenShape.safeParse(body);
  if (status >= 200 && status <= 299 && answer.success) return { ref: answer.data.messages[0]?.id ?? "" };
  const problem = problemShape.safeParse(body);
  if (!problem.success) throw new WhatsappProblem(`WhatsApp answered ${status}.`, null, "later");
  const { code } = problem.data.error;
  // With a server error the provider did not decide anything, whatever else it says.
  const concern = status >= 500 && concernOf(code) === "recipient" ? "later" : concernOf(code);
  throw new WhatsappProblem(`WhatsApp refused it with code ${code}.`, code, concern);
}

/** Throws WhatsappProblem, for later, when no answer came. */
async function post(url: string, token: string, body: unknown): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: parsedJson(await readCapped(response)) };
  } catch {
    // The error's own message may contain the address and the token.
    throw new WhatsappProblem("WhatsApp did not answer.", null, "later");
  }
}
