import { z } from "zod";
import { DeliveryProblem } from "../call-out";
import { type Answer, postForm } from "./post-form";
import { oneNumber, type Sms } from "./sms";

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
const finalCodes = new Set([21211, 21214, 21217, 21408, 21610, 21612, 21614, 21617]);

export function twilio(settings: TwilioSettings): Sms {
  const { accountSid, authToken, sender } = settings;
  const base = settings.baseUrl ?? "https://api.twilio.com";
  const url = `${base}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  const from: Record<string, string> =
    "from" in sender ? { From: sender.from } : { MessagingServiceSid: sender.messagingServiceSid };
  return {
    async send({ to, text }) {
      return read(await postForm(url, { authorization }, { To: oneNumber(to), ...from, Body: text }));
    },
  };
}

function read({ status, body }: Answer): { ref: string | null } {
  const taken = takenShape.safeParse(body);
  if (status >= 200 && status <= 299 && taken.success) return { ref: taken.data.sid };
  const problem = problemShape.safeParse(body);
  if (!problem.success) throw new DeliveryProblem(`Twilio answered ${status}.`, false);
  const { code, message } = problem.data;
  throw new DeliveryProblem(`Twilio: ${message.slice(0, 200)} (${code}).`, finalCodes.has(code));
}
