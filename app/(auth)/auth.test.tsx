import { beforeEach, expect, test, vi } from "vitest";
import NotFoundPage from "@/app/not-found";
import { currentPerson } from "@/lib/auth/current-seller";
import * as limits from "@/lib/services/money/checkout/prompt-limit";
import { html, search } from "@/lib/testing/dashboard";
import { showPages } from "@/lib/testing/in-paying-world";
import { jar, requestHeaders, sent } from "@/lib/testing/request";
import { testWorld } from "@/lib/testing/world";
import ForgotPasswordPage from "./forgot-password/page";
import InvitationPage from "./invitation/[token]/page";
import ResetPasswordPage from "./reset-password/[token]/page";
import SignInLinkPage from "./sign-in/link/[token]/page";
import AskForLinkPage from "./sign-in/link/page";
import SignInPage from "./sign-in/page";
import SignUpPage from "./sign-up/page";

showPages(testWorld());
beforeEach(() => {
  jar.clear();
  requestHeaders({ "x-pathname": "/sign-in" });
});

const token = { params: Promise.resolve({ token: "no-such-token" }) };

test("the browser's language is the page's; a choice in the cookie goes before it, one in the address before that", async () => {
  const title = async () => /<h1[^>]*>([^<]*)</.exec(await html(SignInPage(search())))?.[1];
  expect(await title()).toBe("Sign in");
  sent.headers.set("accept-language", "fr-SN,fr;q=0.9,en;q=0.5");
  expect(await title()).toBe("Se connecter");
  jar.set("hl", { value: "en" });
  expect(await title()).toBe("Sign in");
  sent.headers.set("x-search", "?hl=fr");
  expect(await title()).toBe("Se connecter");
});

test("a language that the dashboard does not speak is passed over for the next one", async () => {
  sent.headers.set("accept-language", "de,fr;q=0.5");
  expect(await html(SignInPage(search()))).toContain('<div lang="fr">');
  sent.headers.set("accept-language", "de");
  expect(await html(SignInPage(search()))).toContain('<div lang="en">');
});

test("countries are named and ordered in the language of the page", async () => {
  const countries = async () => {
    const options = (await html(SignUpPage(search()))).matchAll(/<option value="([A-Z]{2})"[^>]*>([^<]*)</g);
    return [...options].map(([, code, name]) => `${code} ${name}`);
  };
  expect(await countries()).toContain("DE Germany");
  sent.headers.set("x-search", "?hl=fr");
  const inFrench = await countries();
  expect(inFrench).toContain("DE Allemagne");
  expect(inFrench.indexOf("DE Allemagne")).toBeLessThan(inFrench.indexOf("BE Belgique"));
});

test("the country that the browser's languages name is chosen, and its money, time and language are told", async () => {
  sent.headers.set("accept-language", "en-KE,en;q=0.9");
  const english = await html(SignUpPage(search()));
  expect(english).toContain("In Kenya: prices in KES, time of Nairobi, in English.");
  expect(english).toMatch(/<option value="KE" selected="">Kenya/);
  sent.headers.set("accept-language", "fr-CI");
  expect(await html(SignUpPage(search()))).toContain("prix en XOF, fuseau horaire Abidjan");
  sent.headers.set("accept-language", "en");
  expect(await html(SignUpPage(search()))).not.toContain("prices in");
  // The clock of the browser says it then (place.ts).
  expect(await html(SignUpPage(search()))).toContain('data-zones=""');
});

test("the sentence follows the country that is chosen, and at first the zone of the browser", async () => {
  sent.headers.set("accept-language", "en-US");
  const of = async (chosen: Record<string, string>) =>
    /<p aria-live="polite">([^<]*)/.exec(await html(SignUpPage(search(chosen))))?.[1];
  expect(await of({})).toMatch(/^In United States: prices in USD/);
  expect(await of({ zone: "Africa/Kampala" })).toMatch(/^In Uganda: prices in UGX, time of Kampala/);
  expect(await of({ zone: "America/Chicago" })).toMatch(/^In United States/);
  expect(await of({ zone: "Nowhere/At_All" })).toMatch(/^In United States/);
  expect(await of({ country: "KE", currency: "USD", timeZone: "Africa/Kigali", language: "sw" })).toMatch(
    /^In Kenya: prices in USD, time of Kigali, in /,
  );
});

test("a page that is asked anew for one country reads the collection of no other", async () => {
  const asked = vi.spyOn(limits, "readCollectedCountries");
  const page = await html(SignUpPage(search({ country: "KE", only: "1" })));
  expect(page).toContain("In Kenya: prices in KES");
  expect(asked.mock.calls.map(([, places]) => Object.keys(places))).toEqual([["KE"]]);
});

test("signing up says what it is and costs, and asks for four things", async () => {
  const page = await html(SignUpPage(search()));
  expect(page).toContain("1\u00a0% of each payout, and no monthly fee");
  expect(page.match(/<(input|select)[^>]* required=""/g)).toHaveLength(4);
});

test("the other language is a link to the same page, with what its address says", async () => {
  sent.headers.set("x-search", "?next=/dashboard/orders&hl=en");
  const page = await html(SignInPage(search({ next: "/dashboard/orders" })));
  expect(page).toContain('href="/sign-in?next=%2Fdashboard%2Forders&amp;hl=fr"');
  expect(page).toContain('value="/dashboard/orders"');
});

test("a page that asks for sign-in is where signing in leads; the overview needs no telling", async () => {
  const sentTo = async (path: string) => {
    sent.headers.set("x-pathname", path);
    return currentPerson().catch((error: { digest?: string }) => error.digest?.split(";")[2]);
  };
  expect(await sentTo("/dashboard/orders/12")).toBe("/sign-in?next=/dashboard/orders/12");
  expect(await sentTo("/ops/stores")).toBe("/sign-in?next=/ops/stores");
  expect(await sentTo("/dashboard")).toBe("/sign-in");
  expect(await sentTo("//elsewhere.example")).toBe("/sign-in");
  expect(await html(SignInPage(search({ next: "/dashboard/orders/12" })))).toContain("You are not signed in");
  expect(await html(SignInPage(search()))).not.toContain("You are not signed in");
});

test("only who sent a form is told that it was not saved", async () => {
  const asked = await html(SignInPage(search({ next: "/ops" })));
  expect(asked).toContain("the page you asked for opens");
  expect(asked).not.toContain("just now was not saved");
  sent.headers.set("x-pathname", "/dashboard/orders/12");
  sent.headers.set("next-action", "abc");
  const to = await currentPerson().catch((error: { digest?: string }) => error.digest?.split(";")[2]);
  sent.headers.delete("next-action");
  expect(to).toBe("/sign-in?next=/dashboard/orders/12&why=not_saved");
  const after = await html(SignInPage(search({ next: "/dashboard/orders/12", why: "not_saved" })));
  expect(after).toContain("The form you sent just now was not saved");
});

test("every page for people who are not signed in is told in French to a French browser", async () => {
  sent.headers.set("accept-language", "fr");
  const pages = {
    signIn: SignInPage(search({ why: "no_store" })),
    signInToGoOn: SignInPage(search({ next: "/dashboard/orders" })),
    notSaved: SignInPage(search({ next: "/dashboard/orders", why: "not_saved" })),
    signUp: SignUpPage(search()),
    forgot: ForgotPasswordPage(search()),
    forgotSent: ForgotPasswordPage(search({ sent: "1" })),
    byMail: AskForLinkPage(search()),
    spentLink: SignInLinkPage(token),
    spentReset: ResetPasswordPage(token),
    spentInvitation: InvitationPage(token),
    nothing: NotFoundPage(),
  };
  const english = /\b(the|your|with|and|this|link|sign|works|account|password)\b/i;
  for (const [name, page] of Object.entries(pages)) {
    const said = (await html(page)).replaceAll(/<option.*?<\/option>|<script.*?<\/script>/gs, "");
    const left = said
      .replaceAll(/<[^>]+>/g, "\n")
      .split("\n")
      .filter((line) => english.test(line));
    expect([name, left]).toEqual([name, []]);
  }
});
