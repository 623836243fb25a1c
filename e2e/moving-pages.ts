import type { Page } from "@playwright/test";
import { planMove } from "@/lib/services/billing/moving/plan";
import { startMove, undoMove } from "@/lib/services/billing/moving/run";
import { makePlan, openStore } from "./backstage";
import type { Look } from "./pages";

const dashboard = "/dashboard";
const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);

/** Some who come, one who is charged there tomorrow, and lines that are refused, each for another reason. */
const sheet = `email,phone,name,ref,product,current_period_end,status
amina@example.com,0772 123456,Amina Wanjiku,user_1,Gold,${day(20)},active
a-very-long-address.of-the-highlands@cooperative-of-the-lake.example.com,,,user_2,Gold,${day(1)},active
chipo@example.com,,Chipo Banda,user_3,Gold,${day(9)},cancelled
esi@example.com,,Esi Mensah,user_5,Silver,${day(20)},active
nobody,,,user_6,Gold,${day(20)},active
fatou@example.com,,Fatou Diop,user_7,Gold,soon,active
`;

type Store = Awaited<ReturnType<typeof openStore>>;

/** Moving in and taking everything along, in a store of its own whose owner is signed in then. */
export async function makeMoving(page: Page): Promise<Look[]> {
  const store = await openStore(page.context(), { storeName: "Maziwa ya Kilimani" });
  const { world, seller } = store;
  await makePlan(store);
  const importOf = async (csv: string) => planMove(world, seller, { csv, productId: null });
  const done = await importOf(sheet);
  await startMove(world, seller, done);
  await ended(store, done, "done");
  const undone = await importOf(sheetOf("undone@example.com"));
  await startMove(world, seller, undone);
  await ended(store, undone, "done");
  await undoMove(world, seller, undone);
  await ended(store, undone, "undone");
  const planned = await importOf(
    sheet.replace(/user_/g, "user_1").replaceAll("@", "@new.").replace("0772 123456", "0772 123457"),
  );
  const nobody = await importOf(sheet.split("\n").slice(0, 2).join("\n"));
  const running = await importOf(sheetOf("running@example.com"));
  // Nobody goes on with it, so that it stays as it is while it is looked at.
  await world.db.move.update({ where: { id: running }, data: { state: "running" } });
  const pathOf = (id: number) => `${dashboard}/subscriptions/import/${id}`;
  return [
    { name: "import-subscribers", open: `${dashboard}/subscriptions/import` },
    { name: "import-file-refused", open: lookAtNothing },
    { name: "import-planned", open: pathOf(planned) },
    { name: "import-planned-nobody", open: pathOf(nobody) },
    { name: "import-running", open: (at) => openStill(at, pathOf(running)) },
    { name: "import-done", open: pathOf(done) },
    { name: "import-undone", open: pathOf(undone) },
    { name: "take-along", open: `${dashboard}/settings/take-along` },
    { name: "take-along-running", open: (at) => openMaking(at, store) },
    { name: "take-along-ready", open: (at) => openReady(at, store) },
  ];
}

function sheetOf(email: string): string {
  return `email,product,current_period_end\n${email},Gold,${day(20)}\n`;
}

async function ended({ world }: Store, id: number, state: "done" | "undone"): Promise<void> {
  // Its wake may be lost: the clock finds it within two minutes.
  for (let tries = 0; tries < 240; tries += 1) {
    if ((await world.db.move.findUniqueOrThrow({ where: { id } })).state === state) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`Import ${id} did not come to be ${state}.`);
}

async function lookAtNothing(page: Page): Promise<void> {
  await page.goto(`${dashboard}/subscriptions/import`);
  await page.locator("form[novalidate]").first().waitFor();
  await page.getByRole("button", { name: "Look at it first" }).first().click();
  await page.getByText(/things? to correct/).waitFor();
}

/** A page that loads itself again, kept from doing so while it is looked at. */
async function openStill(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.route(`**${path}`, (route) => route.abort("aborted"));
}

const takeAlong = `${dashboard}/settings/take-along`;

async function openMaking(page: Page, { world, seller }: Store): Promise<void> {
  const { storeId, userId } = seller;
  await world.db.takeout.create({
    data: { storeId, createdBy: userId, createdAt: world.clock.now(), part: 3 },
  });
  await openStill(page, takeAlong);
}

async function openReady(page: Page, { world, seller, password }: Store): Promise<void> {
  await page.unroute(`**${takeAlong}`);
  await world.db.takeout.deleteMany({ where: { storeId: seller.storeId } });
  await page.goto(takeAlong);
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Make the file" }).click();
  await page.getByRole("link", { name: /^Download/ }).waitFor({ timeout: 60_000 });
}
