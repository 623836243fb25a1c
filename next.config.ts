import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // These load native files or workers at run time and must not be bundled.
  serverExternalPackages: ["@node-rs/argon2", "pg", "pino", "nodemailer", "request-filtering-agent"],
};

export default config;
