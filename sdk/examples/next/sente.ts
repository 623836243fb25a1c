import { createSente } from "@sente/client";

export const sente = createSente({
  apiKey: process.env.SENTE_KEY,
  baseUrl: process.env.SENTE_BASE_URL,
});
