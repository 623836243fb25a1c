import { NextRequest } from "next/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "@/lib/services/people/accounts/sign-up";
import { newAccount } from "@/lib/testing/accounts";
import { testWorld } from "@/lib/testing/world";
import { GET, POST } from "./route";

const world = testWorld();
beforeAll(() => void Object.assign(globalThis, { senteWorld: world }));
afterAll(() => void Object.assign(globalThis, { senteWorld: undefined }));

const ask = (answer: typeof GET, path: string, body?: string) =>
  answer(
    new NextRequest(`http://localhost:3000/api/auth/${path}`, {
      ...(body === undefined ? {} : { method: "POST", body }),
      headers: { "content-type": "application/x-www-form-urlencoded", cookie: "next-auth.csrf-token=a%7Cb" },
    }),
    { params: Promise.resolve({ nextauth: path.split("/") }) },
  );

test.each([
  "callback/credentials",
  "signin",
  "signin/credentials",
  "verify-request",
  "error",
  "providers",
  "_log",
  "",
])("/api/auth/%s is no door", async (path) => {
  const account = newAccount(world, { ip: null });
  const { userId } = await signUp(world, account);
  const before = await world.db.session.count({ where: { userId } });
  const typed = String(new URLSearchParams({ email: account.email, password: account.password }));
  expect((await ask(GET, path)).status).toBe(404);
  expect((await ask(POST, path, typed)).status).toBe(404);
  expect(await world.db.session.count({ where: { userId } })).toBe(before);
});
