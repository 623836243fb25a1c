import { z } from "zod";
import { parsedJson } from "@/lib/domain/mask";
import { DeliveryProblem } from "../call-out";
import { e164 } from "../phone";

/** One text message. `to` is E.164; `text` fits into one SMS. */
export interface SmsMessage {
  to: string;
  text: string;
}

/** Sends one SMS through a provider. Throws DeliveryProblem when the provider did not accept it. */
export interface Sms {
  send(message: SmsMessage): Promise<{ ref: string | null }>;
}

/** The one number of a message: providers read a line with commas as several. Throws DeliveryProblem for anything else. */
export function oneNumber(to: string): string {
  if (!e164.test(to)) throw new DeliveryProblem("The recipient is not one phone number.", true);
  return to;
}

/** As lib/env-sms.ts reads them; that file checks that the settings of the chosen provider are present. */
export interface SmsSettings {
  SMS_PROVIDER?: "africastalking" | "twilio" | undefined;
  AFRICASTALKING_USERNAME?: string | undefined;
  AFRICASTALKING_API_KEY?: string | undefined;
  AFRICASTALKING_FROM?: string | undefined;
  TWILIO_ACCOUNT_SID?: string | undefined;
  TWILIO_AUTH_TOKEN?: string | undefined;
  TWILIO_FROM?: string | undefined;
  TWILIO_MESSAGING_SERVICE_SID?: string | undefined;
}

/** Null without SMS_PROVIDER: texts then wait in the outbox, where the operator can read them. */
export function createSms(settings: SmsSettings): Sms | null {
  switch (settings.SMS_PROVIDER) {
    case "africastalking":
      return africasTalking({
        username: settings.AFRICASTALKING_USERNAME ?? "",
        apiKey: settings.AFRICASTALKING_API_KEY ?? "",
        from: settings.AFRICASTALKING_FROM,
      });
    case "twilio":
      return twilio({
        accountSid: settings.TWILIO_ACCOUNT_SID ?? "",
        authToken: settings.TWILIO_AUTH_TOKEN ?? "",
        sender: settings.TWILIO_MESSAGING_SERVICE_SID
          ? { messagingServiceSid: settings.TWILIO_MESSAGING_SERVICE_SID }
          : { from: settings.TWILIO_FROM ?? "" },
      });
    case undefined:
      return null;
  }
}

export interface AfricasTalkingSettings {
  username: string;
  apiKey: string;
  /** A short code or name registered with them; without one, their shared sender is used. */
  from: string | undefined;
  /** Without a slash at its end. */
  baseUrl?: string;
}

const answerShape = z.object({
  SMSMessageData: z.object({
    Message: z.string().default(""),
    Recipients: z
      .array(
        z.object({ statusCode: z.number(), status: z.string().default(""), messageId: z.string().nullish() }),
      )
      .default([]),
  }),
});

/** Codes of a number that no SMS will ever reach: invalid, unsupported, opted out, no route, do not disturb. */
const refusedByAfricasTalking = new Set([403, 404, 406, 407, 409]);

/** Africa's Talking, by its bulk endpoint. The user name `sandbox` selects their sandbox. */
export function africasTalking(settings: AfricasTalkingSettings): Sms {
  const { username, apiKey, from } = settings;
  const host = username === "sandbox" ? "api.sandbox.africastalking.com" : "api.africastalking.com";
  const url = `${settings.baseUrl ?? `https://${host}`}/version1/messaging`;
  return {
    async send({ to, text }) {
      const form = {
        username,
        to: oneNumber(to),
        message: text,
        bulkSMSMode: "1",
        enqueue: "1",
        ...(from ? { from } : {}),
      };
      return takenByAfricasTalking(await postForm(url, { apiKey }, form));
    },
  };
}

function takenByAfricasTalking({ status, body }: Answer): { ref: string | null } {
  const answer = answerShape.safeParse(body);
  if (status < 200 || status > 299 || !answer.success)
    throw new DeliveryProblem(
      `Africa's Talking answered ${status}${status === 401 ? ": check the key" : ""}.`,
      false,
    );
  const { Message, Recipients } = answer.data.SMSMessageData;
  const [recipient] = Recipients;
  if (!recipient) throw new DeliveryProblem(`Africa's Talking took nobody: ${Message.slice(0, 200)}.`, false);
  const { statusCode, messageId } = recipient;
  if (statusCode >= 100 && statusCode <= 102)
    return { ref: messageId && messageId !== "None" ? messageId : null };
  throw new DeliveryProblem(
    `Africa's Talking: ${recipient.status.slice(0, 200)} (${statusCode}).`,
    refusedByAfricasTalking.has(statusCode),
  );
}

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** A number or name of yours, or a messaging service that chooses one. */
  sender: { from: string } | { messagingServiceSid: string };
  /** Without a slash at its end. */
  baseUrl?: string;
}

const takenShape = z.object({ sid: z.string() });
const problemShape = z.object({ code: z.number(), message: z.string().default("") });

/** No number, unreachable, a country that is switched off, opted out, no route, no mobile. */
const refusedByTwilio = new Set([21211, 21214, 21217, 21408, 21610, 21612, 21614, 21617]);

export function twilio(settings: TwilioSettings): Sms {
  const { accountSid, authToken, sender } = settings;
  const base = settings.baseUrl ?? "https://api.twilio.com";
  const url = `${base}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  const from: Record<string, string> =
    "from" in sender ? { From: sender.from } : { MessagingServiceSid: sender.messagingServiceSid };
  return {
    async send({ to, text }) {
      return takenByTwilio(
        await postForm(url, { authorization }, { To: oneNumber(to), ...from, Body: text }),
      );
    },
  };
}

function takenByTwilio({ status, body }: Answer): { ref: string | null } {
  const taken = takenShape.safeParse(body);
  if (status >= 200 && status <= 299 && taken.success) return { ref: taken.data.sid };
  const problem = problemShape.safeParse(body);
  if (!problem.success) throw new DeliveryProblem(`Twilio answered ${status}.`, false);
  const { code, message } = problem.data;
  throw new DeliveryProblem(`Twilio: ${message.slice(0, 200)} (${code}).`, refusedByTwilio.has(code));
}

const timeoutMs = 15_000;
const answerMaxBytes = 64 * 1024;

export interface Answer {
  status: number;
  /** Undefined when the body is not JSON. */
  body: unknown;
}

/** Posts a form to the operator's provider. Throws DeliveryProblem, not final, when no answer came. */
export async function postForm(
  url: string,
  headers: Record<string, string>,
  form: Record<string, string>,
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { accept: "application/json", ...headers },
      body: new URLSearchParams(form),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: parsedJson(await readCapped(response)) };
  } catch (error) {
    if (error instanceof DeliveryProblem) throw error;
    // The error's own message may contain addresses and keys; only the missing answer matters.
    const isLate = error instanceof Error && error.name === "TimeoutError";
    throw new DeliveryProblem(
      isLate
        ? `The SMS provider did not answer within ${timeoutMs / 1000} seconds.`
        : "The SMS provider could not be reached.",
      false,
    );
  }
}

/** The text of a provider's answer. Throws DeliveryProblem for one that is too long to be one. */
export async function readCapped(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks).toString("utf8");
    size += value.byteLength;
    if (size > answerMaxBytes) {
      await reader.cancel();
      throw new DeliveryProblem("The provider's answer was too long to be one.", false);
    }
    chunks.push(value);
  }
}
