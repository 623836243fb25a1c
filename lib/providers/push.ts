import webPush from "web-push";

/** Where a browser takes push messages, and the keys with which it opens them. */
export interface PushAddress {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The keys by which push services recognize this instance (RFC 8292). */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export function makeVapidKeys(): VapidKeys {
  return webPush.generateVAPIDKeys();
}

/** A browser that was off for longer is not told: the dashboard says it all. */
const ttlSeconds = 24 * 60 * 60;

/**
 * The request that brings a text to a browser: encrypted for that browser alone (RFC 8291) and signed. Throws when the
 * address or its keys are unusable.
 */
export function pushRequest(
  to: PushAddress,
  text: string,
  { keys, subject }: { keys: VapidKeys; subject: string },
): { url: string; headers: Record<string, string>; body: Uint8Array } {
  const details = webPush.generateRequestDetails(to, text, {
    vapidDetails: { subject, ...keys },
    TTL: ttlSeconds,
    urgency: "high",
  });
  const headers = Object.entries(details.headers).filter(([name]) => name.toLowerCase() !== "content-length");
  return {
    url: details.endpoint,
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), String(value)])),
    body: details.body ?? new Uint8Array(),
  };
}
