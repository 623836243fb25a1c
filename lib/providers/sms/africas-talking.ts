import { z } from "zod";
import { DeliveryProblem } from "../call-out";
import { type Answer, postForm } from "./post-form";
import { oneNumber, type Sms } from "./sms";

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
const finalCodes = new Set([403, 404, 406, 407, 409]);

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
      return read(await postForm(url, { apiKey }, form));
    },
  };
}

function read({ status, body }: Answer): { ref: string | null } {
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
    finalCodes.has(statusCode),
  );
}
