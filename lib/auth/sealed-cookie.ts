import { cookies, headers } from "next/headers";
import { z } from "zod";
import { systemWorld } from "@/lib/services/desk/system-world";
import { base62 } from "../domain/token";

/** Data stored in a browser between two steps, sealed, so that it can be neither read nor changed there. */
export interface SealedCookie<T> {
  write(value: T): Promise<void>;
  /** Null when there is none, it has expired, or it is not ours. */
  read(): Promise<T | null>;
  clear(): Promise<void>;
}

export function sealedCookie<S extends z.ZodType>(
  purpose: string,
  schema: S,
  maxAgeSeconds: number,
): SealedCookie<z.output<S>> {
  return {
    async write(value) {
      const { clock, secrets } = systemWorld();
      const until = clock.now().getTime() + maxAgeSeconds * 1000;
      const sealed = secrets.seal(JSON.stringify({ purpose, until, value }));
      const { name, options } = serverCookie(purpose);
      const text = Buffer.from(sealed).toString("base64url");
      (await cookies()).set(name, text, { ...options, maxAge: maxAgeSeconds });
    },
    async read() {
      const text = (await cookies()).get(serverCookie(purpose).name)?.value;
      return text ? opened(text, purpose, schema) : null;
    },
    async clear() {
      const { name, options } = serverCookie(purpose);
      (await cookies()).set(name, "", { ...options, maxAge: 0 });
    },
  };
}

function opened<S extends z.ZodType>(text: string, purpose: string, schema: S): z.output<S> | null {
  const { clock, secrets } = systemWorld();
  try {
    const kept = JSON.parse(secrets.open(Buffer.from(text, "base64url")));
    if (kept.purpose !== purpose || !(kept.until > clock.now().getTime())) return null;
    return schema.parse(kept.value);
  } catch {
    // From another server or key, altered, or of an older version: counts as none.
    return null;
  }
}

/** A cookie for this server only, which scripts cannot read. */
export function serverCookie(purpose: string) {
  const world = systemWorld();
  const secure = world.config.siteUrl.startsWith("https://");
  // Browsers store cookies by host, not by port: two servers on one machine must not end each other's sessions.
  const tag = base62(world.secrets.mac("session-cookie", world.config.siteUrl), 6);
  return {
    name: `${secure ? "__Host-" : ""}${purpose}-${tag}`,
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure },
  };
}

/** The picture that a page with a sentence asks for: its answer removes the sentence, with scripts and without. */
export const flashShownPath = "/flash";

const Flash = z.object({
  tone: z.enum(["ok", "bad"]),
  text: z.string(),
  /** The page it is meant for: once shown there, it is not shown again. */
  on: z.string(),
  link: z.object({ href: z.string().regex(/^\/(?![/\\])/), label: z.string() }).optional(),
  /** A link to pass on: what it is, and what the button beside it says and sends in WhatsApp. */
  copies: z
    .object({ label: z.string(), value: z.string(), chat: z.object({ label: z.string(), text: z.string() }) })
    .optional(),
  /** A button that undoes it, for these rows alone. */
  press: z
    .object({ label: z.string(), fields: z.record(z.string(), z.string()), rows: z.array(z.string()) })
    .optional(),
});

/** Sealed: what a page says, and where its link leads, nobody can write but us. */
const flashCookie = sealedCookie("flash", Flash, 30);

/** One sentence about the last action, shown once on the next page. */
export type Flash = Omit<z.infer<typeof Flash>, "on">;

/** The end of an action that succeeded: the page it leads to, and what that says, with the way to what was done. */
export function done(to: string, text: string, link?: Flash["link"]): { to: string; flash: Flash } {
  return { to, flash: { tone: "ok", text, ...(link ? { link } : {}) } };
}

/** `to` is the path of the redirect. */
export function setFlash(flash: Flash, to: string): Promise<void> {
  return flashCookie.write({ ...flash, on: to.split(/[?#]/, 1)[0] ?? to });
}

export async function readFlash(): Promise<Flash | null> {
  const kept = await flashCookie.read();
  if (kept?.on !== (await headers()).get("x-pathname")) return null;
  const { on: _, ...flash } = kept;
  return flash;
}

/** Once it is on the screen. The page that a form's answer brings along is made before the browser has the cookie. */
export const removeFlash = flashCookie.clear;
