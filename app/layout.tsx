import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
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

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading the request keeps every page dynamic: the nonce of the script policy is new with each answer.
  await headers();
  const theme = (await cookies()).get("theme")?.value;
  return (
    <html
      lang="en"
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
