import { cookies, headers } from "next/headers";
import { z } from "zod";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The proxy removes this cookie with the next page, and passes the page its own path. */
export const flashCookieName = "flash";

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

/** `to` is the path of the redirect. */
export async function setFlash(flash: Flash, to: string): Promise<void> {
  const text = JSON.stringify({ ...flash, on: pathOf(to) });
  (await cookies()).set(flashCookieName, Buffer.from(text).toString("base64url"), {
    // The page that shows it removes it. It says nothing that is not on that page.
    httpOnly: false,
    sameSite: "lax",
    path: "/",
    maxAge: 30,
    secure: systemWorld().config.siteUrl.startsWith("https://"),
  });
}

export async function readFlash(): Promise<Flash | null> {
  const text = (await cookies()).get(flashCookieName)?.value;
  if (!text) return null;
  try {
    const { on, ...flash } = Flash.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return on === (await headers()).get("x-pathname") ? flash : null;
  } catch {
    return null;
  }
}

function pathOf(to: string): string {
  return to.split(/[?#]/, 1)[0] ?? to;
}
