import localFont from "next/font/local";

/**
 * Put both `variable` classes on `<html>`. Only the Latin files are preloaded (57 KB together); the letters of
 * latin-ext and Vietnamese are `@font-face` rules in globals.css and load when a page has such a letter.
 */
export const onest = localFont({
  src: "./onest-latin.woff2",
  weight: "100 900",
  display: "swap",
  variable: "--font-onest",
  fallback: ["system-ui", "sans-serif"],
});

/** For ids and code only, so it is not preloaded: pages without either never load it. */
export const geistMono = localFont({
  src: "./geist-mono-latin.woff2",
  weight: "100 900",
  display: "swap",
  preload: false,
  // The measured fallback would be Arial made 131 % wide; the system mono font is nearer.
  adjustFontFallback: false,
  variable: "--font-geist-mono",
  fallback: ["ui-monospace", "monospace"],
});
