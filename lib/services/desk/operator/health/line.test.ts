import { expect, test } from "vitest";
import { say } from "@/lib/domain/refusal";
import { type Said, said, sayIn } from "@/lib/text/mail";
import { countedMax, countOf, waitOf } from "./line";

const tables = [
  said("told_tableSize", { table: "orders", size: said("told_underMegabyte") }),
  said("told_tableSize", { table: "events", size: said("told_megabytes", { size: 12 }) }),
  said("told_tableSize", { table: "notes", size: said("told_gigabytes", { size: 1.5 }) }),
];

test.each<[Said, english: string, french: string]>([
  [said("told_queueEmpty"), "Nothing waits", "Rien n’attend"],
  [
    said("told_queueLate", { waits: countOf(1, "payments"), wait: waitOf(30_000) }),
    "1 payment, the oldest due 30 s ago",
    "1 paiement, le plus ancien attendu depuis 30 s",
  ],
  [
    said("told_queueLate", { waits: countOf(countedMax + 1, "deliveries"), wait: waitOf(259_200_000) }),
    "10,000 deliveries or more, the oldest due 3 days ago",
    "10\u202f000 livraisons ou plus, le plus ancien attendu depuis 3 jours",
  ],
  [said("told_booksRight", { wait: waitOf(18_000_000) }), "All right, 5 h ago", "Tout est juste, il y a 5 h"],
  [
    said("told_networkBy", { name: "MTN MoMo (UG)", rail: "sandbox" }),
    "MTN MoMo (UG) by sandbox",
    "MTN MoMo (UG) par sandbox",
  ],
  [
    said("told_cameThroughOpen", { share: 20, ended: 5, open: 2 }),
    "20\u00a0% of 5 came through, 2 still open",
    "20\u00a0% sur 5 aboutis, 2 encore en cours",
  ],
  [
    said("told_notSentLast_means", { said: "550 refused by host" }),
    "Some people did not get theirs. The last failure: 550 refused by host",
    "Certaines personnes n’ont pas reçu le leur. Le dernier échec\u00a0: 550 refused by host",
  ],
  [
    said("told_database_means", {
      first: tables[0] ?? "",
      second: tables[1] ?? "",
      third: tables[2] ?? "",
    }),
    "The largest tables: orders less than 1 MB, events 12 MB, notes 1.5 GB. What is kept stands below, and for how long; money is kept for good.",
    "Les plus grandes tables\u00a0: orders moins de 1 Mo, events 12 Mo, notes 1,5 Go. Ce qui est conservé, et combien de temps, est indiqué plus bas\u00a0; l’argent, pour toujours.",
  ],
  [
    said("told_wakesFail", { wait: waitOf(240_000) }),
    "It cannot be reached since 4 min",
    "Injoignable depuis 4 min",
  ],
  [
    said("told_railIll_means", { why: say("rail_check_late", { count: 15 }) }),
    "It did not answer within 15 seconds. Payers may be offered what does not work.",
    "Pas de réponse en 15 secondes. Des moyens qui ne marchent pas peuvent être proposés.",
  ],
  [said("told_by_key", { id: "12" }), "the API with key 12", "l’API avec la clé 12"],
])("the health of the service is told in English and in French: %j", (what, english, french) => {
  expect(sayIn("en", what)).toBe(english);
  expect(sayIn("fr", what)).toBe(french);
});
