import type { NextConfig } from "next";

const config: NextConfig = {
  // A page is loaded when it is first asked for: most instances serve few of them, and memory is dear on small machines.
  experimental: {
    preloadEntriesOnStart: false,
    // A file of 10,000 customers or a photo from a phone; who may send one is asked before it is looked at.
    serverActions: { bodySizeLimit: "8mb" },
  },
  // scripts/serve/lean-pages.ts packs, after it took out what only React reads.
  compress: false,
  // A header that loads the style sheet ahead would load it for pages that bring their own style too.
  reactMaxHeadersLength: 0,
  poweredByHeader: false,
  // Pictures have addresses of their own here; by the framework’s door anybody could write errors in the log.
  images: { unoptimized: true },
  reactStrictMode: true,
  // Types are checked by `npm run check`; a first start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // These load native files or workers at run time and must not be bundled.
  serverExternalPackages: [
    "@node-rs/argon2",
    "pg",
    "pino",
    "nodemailer",
    "request-filtering-agent",
    "pdfkit",
  ],
  // The newest version, for pages that name none.
  rewrites: async () => [{ source: "/embed.js", destination: "/embed/1.js" }],
  // The payer pages' script is asked for with a part of its hash: the same address is the same file for ever.
  headers: async () => [
    {
      source: "/pay.js",
      has: [{ type: "query", key: "v" }],
      headers: [{ key: "Cache-Control", value: "public, max-age=31536000, immutable" }],
    },
    // Asked for by sellers' own sites, which compare it with its hash: for that it must be readable by any origin.
    ...["/embed.js", "/embed/:version(\\d+).js"].map((source) => ({
      source,
      headers: [
        { key: "Access-Control-Allow-Origin", value: "*" },
        { key: "Cross-Origin-Resource-Policy", value: "cross-origin" },
        {
          key: "Cache-Control",
          value: `public, max-age=${source === "/embed.js" ? "3600" : "31536000, immutable"}`,
        },
      ],
    })),
  ],
};

export default config;
