import { headers } from "next/headers";
import { z } from "zod";
import { sealedCookie } from "./sealed-cookie";

/** The picture that a page with a sentence asks for: its answer removes the sentence, with scripts and without. */
export const flashShownPath = "/flash";

const Flash = z.object({
  tone: z.enum(["ok", "bad"]),
  text: z.string(),
  /** The page it is meant for: once shown there, it is not shown again. */
  on: z.string(),
  link: z.object({ href: z.string().regex(/^\/(?![/\\])/), label: z.string() }).optional(),
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
  return flashCookie.write({ ...flash, on: pathOf(to) });
}

export async function readFlash(): Promise<Flash | null> {
  const kept = await flashCookie.read();
  if (kept?.on !== (await headers()).get("x-pathname")) return null;
  const { on: _, ...flash } = kept;
  return flash;
}

/** Once it is on the screen. The page that a form's answer brings along is made before the browser has the cookie. */
export const removeFlash = flashCookie.clear;

function pathOf(to: string): string {
  return to.split(/[?#]/, 1)[0] ?? to;
}
