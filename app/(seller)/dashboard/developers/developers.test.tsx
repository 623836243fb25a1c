import { beforeEach, expect, test } from "vitest";
import { GET as reference } from "@/app/docs/route";
import { composeId } from "@/lib/domain/token";
import { createEndpoint } from "@/lib/services/hooks/webhooks/save-endpoint";
import { createKey } from "@/lib/services/people/keys/keys";
import { atPages, html, of, search, signedIn } from "@/lib/testing/dashboard";
import { paymentLink } from "@/lib/testing/products";
import { jar } from "@/lib/testing/request";
import { paidSubscription } from "@/lib/testing/subscription";
import { testWorld } from "@/lib/testing/world";
import TasksPage from "../tasks/page";
import EndpointPage from "./endpoints/[id]/page";
import NewEndpointPage, { generateMetadata as newEndpointTitle } from "./endpoints/new/page";
import EndpointsPage from "./endpoints/page";
import EventPage from "./events/[id]/page";
import EventsPage from "./events/page";
import KeyPage from "./keys/[id]/page";
import NewKeyPage, { generateMetadata as newKeyTitle } from "./keys/new/page";
import KeysPage from "./keys/page";
import RequestPage from "./requests/[id]/page";
import RequestsPage from "./requests/page";
import TestModePage from "./test-mode/page";
import { pageOf } from "./words";

const world = atPages(testWorld());
const shop = signedIn(world, beforeEach);

const reads = (language: string) =>
  world.db.user.update({ where: { id: shop.owner.id }, data: { language } });
const asked = { page: "1", mode: "test" };

/** The id of a request that said who it is about, and not for what. */
async function refusedRequest(): Promise<string> {
  const requestId = composeId("req_", world.clock.now().getTime(), world.random.bytes(24));
  const line = { storeId: shop.store.id, livemode: false, requestId, createdAt: world.clock.now() };
  await world.db.requestLogEntry.create({
    data: { ...line, method: "GET", path: "/api/v1/access", status: 422, durationMs: 7 },
  });
  const answer = { message: "ref: This field is required.", errors: { ref: ["This field is required."] } };
  await world.db.requestLogDetail.create({
    data: {
      ...{ ...line, keyLast4: "9f2c", address: "41.90.1.2", query: "reff=7" },
      ...{ requestBody: null, responseBody: JSON.stringify(answer), responseBytes: 120 },
    },
  });
  return requestId;
}

/** Every page of the developer settings, with something on each. */
async function pages() {
  const caller = { ...shop.test, userId: shop.owner.id, role: "owner" as const };
  const { row: key } = await createKey(world, caller, { name: "Serveur", livemode: false });
  const { endpoint } = await createEndpoint(world, caller, {
    url: "https://app.example.com/hooks",
    description: "",
    types: ["subscription.activated"],
  });
  await paidSubscription(world, shop, { livemode: false, ref: "amina" });
  const told = { storeId: shop.store.id, type: "subscription.activated" };
  const event = await world.db.event.findFirstOrThrow({ where: told });
  return {
    keys: KeysPage(),
    newKey: NewKeyPage(search(asked)),
    key: KeyPage(of(key.id)),
    endpoints: EndpointsPage(search(asked)),
    newEndpoint: NewEndpointPage(search(asked)),
    endpoint: EndpointPage({ ...of(endpoint.id), ...search(asked) }),
    events: EventsPage(search(asked)),
    event: EventPage({ ...of(event.id), ...search(asked) }),
    requests: RequestsPage(search(asked)),
    request: RequestPage(of(await refusedRequest())),
    testMode: TestModePage(search(asked)),
    tasks: TasksPage(search()),
  };
}

/** Only what is said: no markup, no types of events, no bodies. */
function linesOf(page: string): string[] {
  const main = page.slice(page.indexOf("<main"), page.indexOf("</main>"));
  const lines = main
    .replaceAll(/<pre.*?<\/pre>/gs, "")
    .replaceAll(/<[^>]+>/g, "\n")
    .split("\n");
  return lines.filter((line) => !/^[a-z_]+\.[a-z_]+$/.test(line));
}

test("every page of the developer settings is told in French to somebody who reads French", async () => {
  await reads("fr");
  const english =
    /(?<![\p{L}_])(the|your|with|and|was|are|key|keys|endpoint|yet|live|again|sent|made|delivered)(?![\p{L}_])/iu;
  for (const [name, page] of Object.entries(await pages())) {
    const sent = await html(page);
    expect(sent, name).toContain('<div lang="fr"');
    const left = linesOf(sent).filter((line) => english.test(line));
    expect([name, left]).toEqual([name, []]);
  }
});

test("a page whose form ends in a secret is called what is made there, before and after", async () => {
  const { newKey, newEndpoint } = await pages();
  for (const [page, name, title] of [
    [newKey, "Key", newKeyTitle()],
    [newEndpoint, "Webhook", newEndpointTitle()],
  ] as const) {
    const [, heading = ""] = /<h1[^>]*>(.*?)<\/h1>/.exec(await html(page)) ?? [];
    expect(heading).toContain(name);
    expect(heading).not.toMatch(/New/);
    expect(await title).toEqual({ title: name });
  }
});

test("in English they say what they said before", async () => {
  const { keys, endpoint, event, testMode, tasks } = await pages();
  expect(await html(keys)).toContain("Never put it into an app");
  expect(await html(endpoint)).toContain("Send a test");
  expect(await html(event)).toContain("It goes out with the next pass, within a minute.");
  expect(await html(testMode)).toContain("To confirm, type: delete test data");
  expect(await html(tasks)).toContain("Nothing needs you.");
});

test.each([
  ["en", "This store is suspended", "Subscribers keep what they paid for."],
  ["fr", "Cette boutique est suspendue", "Les abonnés gardent ce qu’ils ont payé."],
])("the gate says why the settings are closed and what still works, in %s", async (language, why, still) => {
  await reads(language);
  await world.db.store.update({ where: { id: shop.store.id }, data: { status: "suspended" } });
  const page = await html(KeysPage());
  for (const part of [why, still, "403 store_suspended"]) expect(page).toContain(part);
});

test("a line of the request log opens on a page that says what was wrong", async () => {
  const id = await refusedRequest();
  const list = await html(RequestsPage(search({ mode: "test" })));
  expect(list).toContain(`href="/dashboard/developers/requests/${id}"`);
  const page = await html(RequestPage(of(id)));
  for (const said of ["GET /api/v1/access", "422", "This field is required.", "reff=7", "…9f2c", "41.90.1.2"])
    expect(page).toContain(said);
  const member = { accountId: shop.accountId, userId: shop.owner.id };
  await world.db.member.updateMany({ where: member, data: { role: "support" } });
  const closed = await html(RequestPage(of(id)));
  expect(closed).toContain("Your role does not show this.");
  expect(closed).not.toContain("41.90.1.2");
});

test("the test page sends what a payment without a subscription would, and says so", async () => {
  const caller = { ...shop.test, userId: shop.owner.id, role: "owner" as const };
  await createKey(world, caller, { name: "Server", livemode: false });
  const link = await paymentLink(world, shop);
  const page = await html(TestModePage(search({ what: `link:${link.id}` })));
  expect(page).toContain(`<option value="link:${link.id}" selected="">Payment link: Swimming lessons`);
  for (const said of ["Payment succeeds", "Payment fails", "Refund arrives", "Refund fails"])
    expect(page).toContain(said);
});

test("an event leads to what it is about, and has one button to send it again", async () => {
  const caller = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
  await createEndpoint(world, caller, {
    ...{ url: "https://app.example.com/hooks", description: "", types: ["subscription.activated"] },
  });
  await paidSubscription(world, shop, { livemode: true, ref: "amina" });
  const event = await world.db.event.findFirstOrThrow({
    where: { storeId: shop.store.id, type: "subscription.activated" },
  });
  const page = await html(EventPage({ ...of(event.id), ...search({ mode: "live" }) }));
  expect(page).toContain(`href="/dashboard/subscriptions/${event.objectId}"`);
  expect(page.match(/>Send again</g)).toHaveLength(1);
});

test.each([
  ["order/21", "live", "/dashboard/orders/21"],
  ["payment_link/5", "live", "/dashboard/links/5"],
  ["payout/2f6b7a52", "live", "/dashboard/wallet/payouts/2f6b7a52"],
  ["sub_1", "test", "/dashboard/developers/test-mode"],
  ["sample_1", "test", null],
  ["webhook_endpoint/3", "live", null],
] as const)("the page of %s in %s mode is %s", (objectId, mode, page) => {
  expect(pageOf(objectId, mode)).toBe(page);
});

test("the reference names the newest test key of who is signed in, never the whole of it; to others it names none", async () => {
  const open = async (cookie: string) =>
    (await reference(new Request("http://localhost/docs", { headers: { cookie } }))).text();
  const { key } = await createKey(world, shop.live, { name: "Old laptop", livemode: false });
  const live = await createKey(world, shop.live, { name: "Server", livemode: true });
  const cookie = [...jar.keys()].map((name) => `${name}=x`).join("; ");
  const own = await open(cookie);
  expect(own).toContain(`sk_test_sn_…${key.slice(-4)}`);
  expect(own).toContain("Old laptop");
  expect(own).not.toContain(key);
  expect(own).not.toContain(live.key.slice(-4));
  expect(await open("")).not.toContain("Old laptop");
  jar.clear();
  expect(await open(cookie)).not.toContain("Old laptop");
});
