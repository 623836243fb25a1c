import { createTransport } from "nodemailer";
import { isEmail } from "@/lib/domain/text";
import { DeliveryProblem } from "../call-out";
import { htmlOf, type Letter, logoId, type MailAction, textOf } from "./letter";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  action: MailAction | null;
  /** What is around the text of a mail of a store. */
  letter?: Letter | null;
  /** A file that the mail carries. */
  document?: MailDocument;
}

export interface MailDocument {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** Sends one message to a mail server. Throws DeliveryProblem when the server does not accept it. */
export interface Mailer {
  send(mail: Mail): Promise<{ ref: string | null }>;
}

/** Null without SMTP_URL: messages then wait in the outbox, where the operator can read them. */
export function createMailer(settings: { smtpUrl: string | undefined; from: string }): Mailer | null {
  if (!settings.smtpUrl) return null;
  const transport = createTransport(
    { url: settings.smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 },
    { from: settings.from },
  );
  return {
    async send({ to, subject, text, action, letter = null, document }) {
      if (!isEmail(to)) throw new DeliveryProblem("The recipient is not one e-mail address.", true);
      try {
        const { messageId } = await transport.sendMail({
          // An object, never a line that could be read as several people.
          ...{ to: { name: "", address: to }, subject },
          text: textOf(text, letter),
          html: htmlOf(text, action, letter),
          attachments: [
            ...(letter?.logo ? [logoOf(letter.logo)] : []),
            ...(document ? [attachmentOf(document)] : []),
          ],
        });
        return { ref: messageId ?? null };
      } catch (error) {
        throw problemOf(error);
      }
    },
  };
}

function logoOf({ type, bytes }: NonNullable<Letter["logo"]>) {
  const content = Buffer.from(bytes);
  return { cid: logoId, content, contentType: type, contentDisposition: "inline" as const, filename: "logo" };
}

function attachmentOf({ name, type, bytes }: MailDocument) {
  const content = Buffer.from(bytes);
  return { content, contentType: type, contentDisposition: "attachment" as const, filename: name };
}

/**
 * The problem in the server's own words. Final only if the server refused this recipient or this text for good. The
 * operator can correct a wrong password or an unknown sender, so the message waits.
 */
function problemOf(error: unknown): DeliveryProblem {
  const { code, command, responseCode = 0 } = error as SmtpError;
  const refused = responseCode >= 550 && responseCode <= 554;
  const final =
    refused &&
    ((code === "EENVELOPE" && command !== "MAIL FROM") || code === "EMESSAGE") &&
    command !== "AUTH";
  const text = error instanceof Error ? error.message : "The mail server did not take it.";
  return new DeliveryProblem(text, final);
}

interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
}
