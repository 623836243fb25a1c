import { createTransport } from "nodemailer";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Hands one message to a mail server. Throws when the server did not take it. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Null without SMTP_URL: messages then wait in the outbox, where the operator can read them. */
export function createMailer(settings: { smtpUrl: string | undefined; from: string }): Mailer | null {
  if (!settings.smtpUrl) return null;
  const transport = createTransport(
    { url: settings.smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 },
    { from: settings.from },
  );
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ to, subject, text });
    },
  };
}
