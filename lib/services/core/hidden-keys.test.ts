import { expect, test } from "vitest";
import { listMessages } from "@/lib/services/desk/operator/overview";
import { requestPasswordReset } from "@/lib/services/people/accounts/change-password";
import { newOperator } from "@/lib/testing/operator";
import { deliverMessages } from "@/lib/testing/outbox";
import { testStore, testWorld } from "@/lib/testing/world";
import { transact } from "./unit";
import type { NewMessage } from "./world";

const page = { skip: 0, take: 25 };

function mailing() {
  const sent: { to: string; subject: string; text: string }[] = [];
  const mailer = {
    send: async (mail: (typeof sent)[number]) => {
      sent.push(mail);
      return { ref: "x" };
    },
  };
  return { world: testWorld({ mailer }), sent };
}

test("with a mail server the reader gets the link, and no operator ever reads it, before or after", async () => {
  const { world, sent } = mailing();
  const operator = await newOperator(world);
  const shop = await testStore(world);
  await requestPasswordReset(world, { email: shop.owner.email, ip: "10.1.1.1" } as never);
  const read = async () =>
    (await listMessages(world, operator, {}, page)).rows.find((row) => row.recipient === shop.owner.email);
  const queued = await read();
  expect(queued?.body).toContain("/reset-password/…");
  // Its button leads where the text does.
  expect(queued?.actionUrl ?? null).toBeNull();
  await deliverMessages(world);
  expect(sent.find(({ to }) => to === shop.owner.email)?.text).toMatch(/\/reset-password\/[\w-]{20,}/);
  const row = await read();
  expect(row).toMatchObject({ status: "sent", bodySealed: null });
  expect(row?.body).toBe(queued?.body);
});

async function stored(siteUrl: string, of: Partial<NewMessage>) {
  const base = testWorld();
  const world = { ...base, config: { ...base.config, siteUrl } };
  const { id: storeId, accountId } = (await testStore(world)).store;
  const message = {
    why: "paid" as const,
    channel: "email" as const,
    recipient: "a@example.com",
    template: "any",
    subject: "S",
  };
  const dedupeKey = `${storeId}/${Math.random()}`;
  await transact(world, (unit) =>
    unit.queueMessage({ storeId, accountId, ...message, body: "", dedupeKey, ...of }),
  );
  return world.db.message.findUniqueOrThrow({ where: { dedupeKey } });
}

const text =
  "https://x/reset-password/abc123 https://x/verify-email/abc https://x/manage/abc.def https://x/undo/abc https://x/receipt/abc";

test.each([
  ["http://localhost:3000", text],
  [
    "https://pay.example",
    "https://x/reset-password/abc123 https://x/verify-email/abc https://x/manage/… https://x/undo/… https://x/receipt/abc",
  ],
])(
  "without a mail server, on %s, the outbox shows what must be handed over by hand",
  async (siteUrl, shown) => {
    expect((await stored(siteUrl, { body: text })).body).toBe(shown);
  },
);

test("a code is no more readable than a link", async () => {
  const code = { template: "contact_code", subject: "482913 is your code", body: "Your code is 482913." };
  const { subject, body, bodySealed } = await stored("https://pay.example", code);
  expect([subject, body, bodySealed]).toEqual(["•••••• is your code", "Your code is ••••••.", null]);
});
