import { expect, test } from "vitest";
import { dashboardWords } from "@/components/dashboard/messages/words";
import { keepsText } from "./keeps";

const words = dashboardWords("en");
const store = { currency: "KES", buyerPaysCharges: false, plan: { feePpm: 20_000 } };

test("a seller reads what they keep of a price", () => {
  expect(keepsText(store, 150_000n, words)).toBe("After our fee, you keep KES 1,470 of KES 1,500.");
  expect(keepsText(store, null, words)).toBe("After our fee, you keep KES 980 of KES 1,000.");
  expect(keepsText({ ...store, buyerPaysCharges: true }, 150_000n, words)).toBe(
    "Buyers pay KES 1,530 with our fee, you keep KES 1,500.",
  );
  const fixedFees = { KES: { fixed: "1000", min: "0", max: "3000", payoutFixed: "0" } };
  expect(keepsText({ ...store, plan: { feePpm: 20_000, fixedFees } }, 150_000n, words)).toContain(
    "you keep KES 1,470 of KES 1,500",
  );
  expect(keepsText({ ...store, plan: { feePpm: 0, fixedFees } }, 150_000n, words)).toContain(
    "you keep KES 1,490",
  );
  expect(keepsText({ ...store, plan: { feePpm: 0 } }, 150_000n, words)).toBe("");
});
