import { takeWebhooks } from "@sente/client/next";
import { sente } from "../../sente";

const taken = new Set<string>(); // Yours is a table: an event may come twice.

export const POST = takeWebhooks(process.env.WEBHOOK_SECRET, (event) => {
  if (taken.has(event.id)) return;
  if (event.type === "access.changed") sente.access.forget({ ref: event.data.ref ?? "" });
  taken.add(event.id);
});
