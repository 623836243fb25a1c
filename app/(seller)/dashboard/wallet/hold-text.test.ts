import { expect, test } from "vitest";
import { dashboardWords } from "@/components/dashboard/messages/words";
import { holdText } from "./parts";

test.each([
  [1_440, "On hold for 1 day after each payment", "Retenu 1\u00a0jour après chaque paiement"],
  [2_880, "On hold for 2 days after each payment", "Retenu 2\u00a0jours après chaque paiement"],
  [120, "On hold for 2 hours after each payment", "Retenu 2\u00a0heures après chaque paiement"],
  [90, "On hold for 90 minutes after each payment", "Retenu 90 minutes après chaque paiement"],
  [0, "Available as soon as it is paid", "Disponible dès le paiement"],
])("a hold of %i minutes is said as it is", (minutes, en, fr) => {
  expect(holdText(minutes * 60_000, dashboardWords("en"))).toBe(en);
  expect(holdText(minutes * 60_000, dashboardWords("fr"))).toBe(fr);
});
