import { createHmac } from "node:crypto";

// What three programs on a seller's phone post, as they describe it themselves.

export type Forwarder = "gateway" | "httpsms" | "json";

/** A message in the phone's inbox. */
export interface Sms {
  sender: string;
  text: string;
  slot: 1 | 2;
  /** When the phone got it. */
  at: Date;
}

export interface Post {
  body: string;
  headers: Record<string, string>;
}

/** Several messages go in one post only where the program can do that. */
export function postsOf(forwarder: Forwarder, inbox: readonly Sms[], secret: string, now: Date): Post[] {
  if (forwarder === "json") {
    const messages = inbox.map(({ sender, text, slot, at }) => ({
      ...{ from: sender, body: text, sim: slot, receivedStamp: at.getTime() },
    }));
    return [{ body: JSON.stringify({ battery: 80, messages }), headers: { "x-phone-secret": secret } }];
  }
  return inbox.map((sms) => (forwarder === "gateway" ? gateway(sms, secret, now) : httpSms(sms, secret)));
}

/** SMS Gateway for Android: signed over body and the time of the post. */
function gateway({ sender, text, slot, at }: Sms, secret: string, now: Date): Post {
  const payload = { messageId: "m1", message: text, sender, simNumber: slot, receivedAt: at.toISOString() };
  const body = JSON.stringify({ deviceId: "d1", event: "sms:received", id: "e1", payload, webhookId: "w1" });
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signature = createHmac("sha256", secret)
    .update(body + timestamp)
    .digest("hex");
  return { body, headers: { "x-signature": signature, "x-timestamp": timestamp } };
}

/** httpSMS: its server posts an event with a token that it signed. */
function httpSms({ sender, text, slot, at }: Sms, secret: string): Post {
  const data = { contact: sender, content: text, sim: `SIM${slot}`, timestamp: at.toISOString() };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const head = `${part({ alg: "HS256", typ: "JWT" })}.${part({ aud: "https://shop.example" })}`;
  const signature = createHmac("sha256", secret).update(head).digest("base64url");
  const body = JSON.stringify({ type: "message.phone.received", data });
  return { body, headers: { authorization: `Bearer ${head}.${signature}` } };
}
