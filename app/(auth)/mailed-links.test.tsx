import { beforeEach, expect, test, vi } from "vitest";
import { freshForm } from "@/lib/auth/form-state";
import { requestSignInLink } from "@/lib/services/people/accounts/mailed-links";
import { newAccount } from "@/lib/testing/accounts";
import { formWith, html } from "@/lib/testing/dashboard";
import { showPages } from "@/lib/testing/in-paying-world";
import { testWorld } from "@/lib/testing/world";
import { confirmAddressAction, signInAction, signUpAction, spendLinkAction } from "./actions";
import VerifyEmailPage from "./verify-email/[token]/page";

// A browser's cookies, as far as these pages and actions use them.
const jar = vi.hoisted(() => {
  const values = new Map<string, string>();
  return {
    clear: () => values.clear(),
    get: (name: string) => (values.get(name) ? { name, value: values.get(name) } : undefined),
    set: (name: string, value: string) => void values.set(name, value),
    delete: (name: string) => void values.delete(name),
  };
});
vi.mock("next/headers", async (original) => ({
  ...(await original<object>()),
  cookies: async () => jar,
  headers: async () =>
    new Headers({ origin: "http://localhost:3000", "x-pathname": "/", "x-client-ip": "127.0.0.1" }),
}));

const world = showPages(testWorld());

let account: ReturnType<typeof newAccount>;
beforeEach(async () => {
  jar.clear();
  account = newAccount(world, { ip: null });
});

type Action = (previous: typeof freshForm, form: FormData) => Promise<{ errors: object }>;

/** Where it leads, or what is wrong. */
async function press(action: unknown, fields: Record<string, string>): Promise<unknown> {
  try {
    return (await (action as Action)(freshForm, formWith(fields))).errors;
  } catch (error) {
    const [digest, , to] = String(Object(error).digest).split(";");
    if (digest !== "NEXT_REDIRECT") throw error;
    return to;
  }
}

const signUp = () =>
  press(signUpAction, {
    ...{ email: account.email, password: account.password, storeName: account.storeName, country: "KE" },
  });
async function mailed(template: string): Promise<string> {
  const mails = await world.db.message.findMany({
    where: { recipient: account.email, template },
    orderBy: { id: "asc" },
  });
  return /http:\/\/\S+\/(\S{43})/.exec(mails.at(-1)?.body ?? "")?.[1] ?? "";
}
const isProven = async () =>
  (await world.db.user.findUniqueOrThrow({ where: { email: account.email } })).emailVerifiedAt !== null;
const page = (token: string) => html(VerifyEmailPage({ params: Promise.resolve({ token }) }));

test("in the browser that signed up, one press confirms the address", async () => {
  expect(await signUp()).toBe("/dashboard");
  const token = await mailed("address_proof");
  expect(await page(token)).not.toContain('type="password"');
  expect(await press(confirmAddressAction, { token })).toBe("/dashboard/account");
  expect(await isProven()).toBe(true);
});

test("who signs in by a mailed link confirms by the password, however often, so nobody's shop is confirmed for them", async () => {
  await signUp();
  for (let nth = 0; nth < 2; nth += 1) {
    if (nth === 0) jar.clear();
    await requestSignInLink(world, { email: account.email, ip: "198.51.100.7" });
    expect(await press(spendLinkAction, { token: await mailed("sign_in_link") })).toBe("/dashboard");
  }
  const token = await mailed("address_proof");
  expect(await page(token)).toContain('type="password"');
  expect(await press(confirmAddressAction, { token })).toHaveProperty("password");
  expect(await isProven()).toBe(false);
  // The one who made the account still signs in by what they set, and confirms.
  jar.clear();
  expect(await press(signInAction, { email: account.email, password: account.password })).toBe("/dashboard");
  expect(await press(confirmAddressAction, { token })).toBe("/dashboard/account");
  expect(await isProven()).toBe(true);
});
