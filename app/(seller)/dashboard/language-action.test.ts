import { expect, test } from "vitest";
import { visitorWords } from "@/app/(auth)/visitor-page";
import { atPages, signedIn } from "@/lib/testing/dashboard";
import { requestHeaders } from "@/lib/testing/request";
import { testWorld } from "@/lib/testing/world";
import { chooseLanguageAction } from "./language-action";

requestHeaders({ "accept-language": "en" });

const world = atPages(testWorld());
signedIn(world);

test("the pages before signing in follow the language chosen in the dashboard", async () => {
  expect((await visitorWords()).lang).toBe("en");
  for (const language of ["fr", "en"] as const) {
    const form = new FormData();
    form.set("language", language);
    form.set("back", "/dashboard/orders");
    await expect(chooseLanguageAction(form)).rejects.toThrow("NEXT_REDIRECT");
    expect((await visitorWords()).lang).toBe(language);
  }
});

test("a language that there is not is not kept", async () => {
  const form = new FormData();
  form.set("language", "xx");
  await expect(chooseLanguageAction(form)).rejects.toThrow("NEXT_REDIRECT");
  expect((await visitorWords()).lang).toBe("en");
});
