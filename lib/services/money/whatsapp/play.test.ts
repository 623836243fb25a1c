import { beforeEach, expect, test } from "vitest";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { sandboxWhatsapp } from "@/lib/providers/whatsapp/create";
import { transact } from "@/lib/services/core/unit";
import { notifySubscriber } from "@/lib/services/notify/messages/notify-subscriber";
import { wantsWhatsapp, writeConsent } from "@/lib/services/notify/whatsapp/consent";
import { openStage } from "@/lib/testing/in-paying-world";
import { deliverMessages } from "@/lib/testing/outbox";
import { press } from "@/lib/testing/payments";
import { type TestStore, testStore } from "@/lib/testing/world";
import { readHandset } from "../checkout/pages/play-sandbox";
import { pollOpenAttempts } from "../settlement/poll";
import { answerChat, readChat } from "./play";

// The simulated phone: the same door and the same rules as with a real number.

const prices = { utility: null, marketing: null, authentication: null };
const world = await openStage({ whatsapp: sandboxWhatsapp({ prices, appSecret: "sandbox" }) });
let shop: TestStore;
let subscription: SubscriptionRow;
let digits: string;
let made = 0;

beforeEach(async () => {
  shop = await testStore(world);
  // A store that may write to nobody else: on the simulated phone it is read all the same.
  await world.db.account.update({ where: { id: shop.accountId }, data: { isDemo: true } });
  made += 1;
  digits = `25677${3_000 + made}345`;
  await press(world, shop, { phone: `+${digits}` });
  world.clock.advance(4_000);
  await pollOpenAttempts(world);
  await world.settled();
  subscription = await world.db.subscription.findFirstOrThrow({
    where: { storeId: shop.store.id },
    include: subscriptionInclude,
  });
  const said = { storeId: shop.store.id, phone: `+${digits}`, userId: null, how: "settings" as const };
  await transact(world, async (unit) => writeConsent(unit, { ...said, state: "in" }));
  world.clock.advance(60_000);
  await transact(world, (unit) => notifySubscriber(unit, subscription, "renewal_one_day", 1));
  await deliverMessages(world, { storeId: shop.store.id });
});

const first = async () => {
  const [message] = await readChat(world, digits);
  if (!message) throw new Error("Nothing is on the phone.");
  return message;
};
const payloadOf = async (label: string) =>
  (await first()).buttons.find((button) => button.label === label)?.payload ?? "";
const reply = { about: "", payload: "", text: "" };

test("it shows what was sent in the words of the template, and reading it is told", async () => {
  expect(await readChat(world, digits)).toMatchObject([
    {
      text: expect.stringMatching(/^Hello,\n\nTest Store: Gold, each month ends tomorrow\. Pay .*\/manage\//),
      buttons: [{ label: "Renew" }, { label: "Later" }, { label: "Stop messages" }],
    },
  ]);
  const row = await world.db.whatsappMessage.findFirstOrThrow({ where: { phone: `+${digits}` } });
  expect(row).toMatchObject({ state: "read", fallBackAt: null, billable: true });
});

test("Renew asks the phone beside it, and the button is gone", async () => {
  const { id } = await first();
  await answerChat(world, digits, { ...reply, about: id, payload: await payloadOf("Renew") });
  expect((await readHandset(world, digits))?.prompts).toHaveLength(1);
  expect((await first()).buttons.map(({ label }) => label)).toEqual(["Later", "Stop messages"]);
});

test("Stop ends it, and words reach the seller", async () => {
  const { id } = await first();
  await answerChat(world, digits, { ...reply, about: id, text: "Are you open?" });
  expect(await world.db.task.count({ where: { storeId: shop.store.id, kind: "whatsapp_reply" } })).toBe(1);
  await answerChat(world, digits, { ...reply, about: id, payload: await payloadOf("Stop messages") });
  expect(await wantsWhatsapp(world.db, shop.store.id, `+${digits}`)).toBe(false);
});

test("another phone answers nothing of it, and beside a real number there is no such page", async () => {
  const { id } = await first();
  const payload = await payloadOf("Stop messages");
  await answerChat(world, "256770000345", { ...reply, about: id, payload });
  expect(await wantsWhatsapp(world.db, shop.store.id, `+${digits}`)).toBe(true);
  const real = world.whatsapp && { ...world.whatsapp, isSandbox: false };
  expect(await readChat({ ...world, whatsapp: real }, digits)).toEqual([]);
  for (const typed of ["", "abc", "../1", "9".repeat(16)]) expect(await readChat(world, typed)).toEqual([]);
});
