import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { visitorLanguages } from "@/lib/auth/request";
import { currentSession } from "@/lib/auth/session";
import { dashboardLanguage } from "@/lib/domain/languages";
import { env } from "@/lib/env";
import { geistMono, onest } from "./fonts";
import { PausedBar } from "./paused-bar";
import { serviceName } from "./service-name";

export function generateMetadata(): Metadata {
  const name = serviceName();
  return {
    title: { default: name, template: `%s · ${name}` },
    robots: { index: false },
    icons: { icon: "/icon.svg", apple: "/apple-touch-icon.png" },
    manifest: "/manifest.webmanifest",
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfaf6" },
    { media: "(prefers-color-scheme: dark)", color: "#131411" },
  ],
};

/** Of the signed-in areas their reader's, of the pages before them the browser's. The rest is written in English. */
async function languageOf(path: string): Promise<string> {
  if (/^\/(dashboard|ops)(\/|$)/.test(path)) {
    // Without the database the page itself says so.
    const session = await currentSession().catch(() => null);
    return session?.user.language ?? "en";
  }
  const isBefore = /^\/(sign-|forgot-|reset-|invitation|new-email|verify-)/.test(path);
  return (isBefore && dashboardLanguage(...(await visitorLanguages()))) || "en";
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading the request keeps every page dynamic: the nonce of the script policy is new with each answer.
  const path = (await headers()).get("x-pathname") ?? "";
  const theme = (await cookies()).get("theme")?.value;
  return (
    <html
      lang={await languageOf(path)}
      data-theme={theme === "dark" || theme === "light" ? theme : undefined}
      className={`${onest.variable} ${geistMono.variable}`}
    >
      <body>
        {env().PAUSED ? <PausedBar /> : null}
        {children}
      </body>
    </html>
  );
}
