import { cookies, headers } from "next/headers";
import { z } from "zod";
import { systemWorld } from "@/lib/services/desk/system-world";

const cookieName = "flash";

/** The picture that a page with a sentence asks for: its answer removes the sentence, with scripts and without. */
export const flashShownPath = "/flash";

const Flash = z.object({
  tone: z.enum(["ok", "bad"]),
  text: z.string(),
  /** The page it is meant for: once shown there, it is not shown again. */
  on: z.string(),
  link: z.object({ href: z.string().startsWith("/"), label: z.string() }).optional(),
  /** A button that undoes it, for these rows alone. */
  press: z
    .object({ label: z.string(), fields: z.record(z.string(), z.string()), rows: z.array(z.string()) })
    .optional(),
});

/** One sentence about the last action, shown once on the next page. */
export type Flash = Omit<z.infer<typeof Flash>, "on">;

/** The end of an action that succeeded: the page it leads to, and what that says, with the way to what was done. */
export function done(to: string, text: string, link?: Flash["link"]): { to: string; flash: Flash } {
  return { to, flash: { tone: "ok", text, ...(link ? { link } : {}) } };
}

/** `to` is the path of the redirect. */
export async function setFlash(flash: Flash, to: string): Promise<void> {
  const text = JSON.stringify({ ...flash, on: pathOf(to) });
  (await cookies()).set(cookieName, Buffer.from(text).toString("base64url"), {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    maxAge: 30,
    secure: systemWorld().config.siteUrl.startsWith("https://"),
  });
}

export async function readFlash(): Promise<Flash | null> {
  const text = (await cookies()).get(cookieName)?.value;
  if (!text) return null;
  try {
    const { on, ...flash } = Flash.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return on === (await headers()).get("x-pathname") ? flash : null;
  } catch {
    return null;
  }
}

/** Once it is on the screen. The page that a form's answer brings along is made before the browser has the cookie. */
export async function removeFlash(): Promise<void> {
  (await cookies()).delete(cookieName);
}

function pathOf(to: string): string {
  return to.split(/[?#]/, 1)[0] ?? to;
}
