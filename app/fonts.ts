import localFont from "next/font/local";

export const onest = localFont({
  src: "./fonts/onest-latin.woff2",
  weight: "100 900",
  variable: "--font-onest",
  display: "swap",
  // On a slow line it would come before the page itself, which is readable without it.
  preload: false,
});

export const geistMono = localFont({
  src: "./fonts/geist-mono-latin.woff2",
  weight: "100 900",
  variable: "--font-geist-mono",
  display: "swap",
  preload: false,
});
