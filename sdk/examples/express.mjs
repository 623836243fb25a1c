// A shop of lessons in Express: who has paid comes in, and webhooks say at once when that changes.
// SENTE_KEY=sk_… SENTE_BASE_URL=https://pay.example.com/api/v1 WEBHOOK_SECRET=whsec_… node express.mjs
import { createSente } from "@sente/client";
import { requireAccess, takeWebhooks } from "@sente/client/express";
import express from "express";

const { SENTE_KEY, SENTE_BASE_URL, WEBHOOK_SECRET, PORT = "4000" } = process.env;
const sente = createSente({ apiKey: SENTE_KEY, baseUrl: SENTE_BASE_URL });
const taken = new Set(); // Yours is a table: an event may come twice.
const userOf = (request) => request.get("x-user"); // Yours: whoever is signed in.
const app = express();

app.post(
  "/hooks", // Before express.json(): the signature is of the bytes as they came.
  takeWebhooks(WEBHOOK_SECRET, (event) => {
    if (taken.has(event.id)) return;
    if (event.type === "access.changed") sente.access.forget({ ref: event.data.ref });
    taken.add(event.id);
  }),
);

app.get(
  "/lessons",
  requireAccess(sente, (request) => ({ ref: userOf(request) })),
  (_request, response) => response.send("Lesson 1"),
);

app.listen(Number(PORT), "127.0.0.1");
