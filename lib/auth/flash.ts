import { cookies } from "next/headers";
import { z } from "zod";
import { systemWorld } from "@/lib/services/system-world";

/** The proxy takes this cookie away with the page that shows it. */
export const flashCookieName = "flash";

const Flash = z.object({
  tone: z.enum(["ok", "bad"]),
  text: z.string(),
  link: z.object({ href: z.string().startsWith("/"), label: z.string() }).optional(),
});

/** One sentence about what was just done, shown once on the page that follows. */
export type Flash = z.infer<typeof Flash>;

export async function setFlash(flash: Flash): Promise<void> {
  (await cookies()).set(flashCookieName, Buffer.from(JSON.stringify(flash)).toString("base64url"), {
    httpOnly: true,
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
    return Flash.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    return null;
  }
}
