import { languageCodes } from "@/lib/domain/languages";
import { test } from "./fixtures";
import { coloursOf, inspect, isLookedAt } from "./inspect";
import { makePayerPages } from "./payer-pages";

for (const colorScheme of coloursOf("payers")) {
  test(`every payer page in every state reads well in ${colorScheme}, at every width`, async ({
    page,
    complaints,
  }) => {
    test.setTimeout(600_000);
    complaints.allow(/404|410|422/);
    await page.emulateMedia({ colorScheme });
    const isWanted = (name: string) => name === "subscribe" || isLookedAt(`payer-${name}`, colorScheme);
    const made = await makePayerPages(page, isWanted);
    for (const { name, address } of made) {
      await page.goto(address);
      await inspect(page, `payer-${name}`, colorScheme);
      await page.goto(inArabic(address));
      await inspect(page, `payer-${name}, ar`, colorScheme);
    }
    await page.context().clearCookies({ name: "hl" });
    const subscribe = made.find(({ name }) => name === "subscribe")?.address ?? "";
    await page.goto(subscribe);
    await page.getByLabel("Mobile number").fill("0712");
    await page.getByRole("button", { name: /^Pay / }).click();
    await inspect(page, "payer-subscribe, problems", colorScheme);
    const downloads = made.find(({ name }) => name === "downloads")?.address;
    for (const lang of languageCodes.filter((code) => code !== "en" && code !== "ar")) {
      await page.goto(`${subscribe}&hl=${lang}`);
      await inspect(page, `payer-subscribe, ${lang}`, colorScheme);
      if (!downloads) continue;
      await page.goto(`${downloads}?hl=${lang}`);
      await inspect(page, `payer-downloads, ${lang}`, colorScheme);
    }
  });
}

/** From right to left, each page stands on its head. */
function inArabic(address: string): string {
  const url = new URL(address);
  url.searchParams.set("hl", "ar");
  return url.toString();
}
