import { expect, test } from "vitest";
import { openStage } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { openTasks, phoneOf, pressedIn } from "@/lib/testing/phone-shop";
import { takeTillStatement } from "../till/statement";

const world = await openStage();
const head = "Receipt,Time,Amount";
const codeOf = (text: string) => / ID: (\d+)/.exec(text)?.[1] ?? "";

async function opened() {
  const shop = await sellingStore(world);
  const phone = await phoneOf(world, shop);
  const now = () => world.clock.now().toISOString();
  const takes = (...lines: string[]) =>
    takeTillStatement(world, shop.seller, { key: phone.key, file: [head, ...lines].join("\n") });
  return { shop, ...phone, now, takes };
}

test("a forged payment after the last one that came is named, where the list goes on with money that left", async () => {
  const { hears, sim, takes, now } = await opened();
  const listed = sim.receives(3_000);
  await hears(listed);
  const line = `${codeOf(listed)},${now()},3000`;
  world.clock.advance(60_000);
  const forged = sim.forged(4_000, { balance: sim.balance + 4_000 });
  await hears(forged);
  world.clock.advance(60_000);
  const report = await takes(line, `99999999999,${now()},-500`);
  expect(report).toMatchObject({ known: 1, skipped: 1, unlisted: [codeOf(forged)] });
});

test("a payment that the list has with another amount than its message is named", async () => {
  const { hears, sim, takes, now } = await opened();
  const text = sim.receives(5_000);
  await hears(text);
  expect(await takes(`${codeOf(text)},${now()},50`)).toMatchObject({ known: 1, unlisted: [codeOf(text)] });
});

test("a number is the same in small letters: a line asks about no money that is known", async () => {
  const shop = await sellingStore(world, { store: { currency: "KES", country: "KE" } });
  await world.db.product.updateMany({ where: { storeId: shop.store.id }, data: { currency: "KES" } });
  const kenyan = { network: "mpesa_ke", number: "0722 400 400", sender: "MPESA" } as const;
  const { key, hears, sim } = await phoneOf(world, shop, kenyan);
  const text = sim.receives(500);
  await hears(text);
  const file = `${head}\n${text.slice(0, 10).toLowerCase()},${world.clock.now().toISOString()},500`;
  const report = await takeTillStatement(world, shop.seller, { key, file });
  expect(report).toMatchObject({ known: 1, asked: 0 });
  expect(await openTasks(world, shop)).toEqual(["till_payment"]);
});

test("a payment whose message told no number is not asked about again for its line", async () => {
  const { shop, hears, sim, takes, now } = await opened();
  const { amount } = await pressedIn(world, shop, "0772 555 111");
  sim.balance += amount;
  const at = new Date(world.clock.now().getTime() + 3 * 3_600_000).toISOString();
  const when = `${at.slice(0, 10)} ${at.slice(11, 19)}`;
  await hears(
    `You have received ${amount} UGX from AMINA TESTER (256772555111) on your mobile money account at ${when}. Your new balance: ${sim.balance} UGX.`,
  );
  const line = (code: number) => `${code},${now()},${amount}`;
  expect(await takes(line(30_000_000_009))).toMatchObject({ known: 1, asked: 0 });
  // It stands for one line alone.
  expect(await takes(line(30_000_000_009), line(30_000_000_010))).toMatchObject({ known: 1, asked: 1 });
});

test("a forged payment between two lists is named as one that is in neither", async () => {
  const { hears, sim, takes, now } = await opened();
  const january = sim.receives(3_000);
  await hears(january);
  const first = `${codeOf(january)},${now()},3000`;
  world.clock.advance(10 * 60_000);
  const forged = sim.forged(4_000, { balance: sim.balance + 4_000 });
  await hears(forged);
  expect(await takes(first)).toMatchObject({ unlisted: [], between: [] });
  world.clock.advance(86_400_000);
  sim.balance += 4_000;
  const february = sim.receives(2_000);
  await hears(february);
  const second = `${codeOf(february)},${now()},2000`;
  expect(await takes(second)).toMatchObject({ unlisted: [], between: [codeOf(forged)] });
  // Told once; a list of that time would name it by itself.
  expect(await takes(second)).toMatchObject({ unlisted: [], between: [] });
});
