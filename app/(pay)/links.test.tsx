import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { askContactCode, confirmContactCode } from "@/lib/services/billing/subscriptions/contact-code";
import { manageToken } from "@/lib/services/core/manage-token";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { openPages } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { paymentLink, product, sentInvoice } from "@/lib/testing/products";
import { seenIn } from "@/lib/testing/seen";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore } from "@/lib/testing/world";
import * as attempt from "./attempt/[token]/route";
import * as invoice from "./invoice/[token]/route";
import * as contact from "./manage/[token]/contact/route";
import * as renew from "./manage/[token]/renew/route";
import * as manage from "./manage/[token]/route";
import * as link from "./pay/[token]/route";
import * as productPage from "./product/[token]/route";
import * as receipt from "./receipt/[token]/route";
import * as store from "./store/[slug]/route";
import * as subscribe from "./subscribe/[token]/route";
import * as undo from "./undo/[token]/route";

// biome-ignore lint/suspicious/noExplicitAny: the parameters of a route are those of its folder.
type Handler = (request: Request, context: { params: Promise<any> }) => Promise<Response>;

const browser = "thepayersownbrowser000";
const world = await openPages();
let shop: TestStore;
let address = 0;

/** A link by what the document calls it: its page, and its token on a fresh store. */
interface Held {
  token: string;
  page: { path: string; get: Handler };
  cookie?: string;
}

const links: Record<string, () => Promise<Held>> = {
  "attempt, in its browser": async () => ({ ...(await paidAttempt()), cookie: `payer=${browser}` }),
  "attempt, in another": paidAttempt,
  receipt: async () => {
    await paidAttempt();
    const { receiptToken } = await world.db.order.findFirstOrThrow({ where: { storeId: shop.store.id } });
    return { token: receiptToken, page: { path: "/receipt", get: receipt.GET } };
  },
  "payment link": async () => ({
    token: (await paymentLink(world, shop)).token,
    page: { path: "/pay", get: link.GET },
  }),
  invoice: async () => ({
    token: (await sentInvoice(world, shop)).token,
    page: { path: "/invoice", get: invoice.GET },
  }),
  subscribe: async () => ({
    token: shop.products[0].token,
    page: { path: "/subscribe", get: subscribe.GET },
  }),
  product: async () => ({
    token: (await product(world, shop)).token,
    page: { path: "/product", get: productPage.GET },
  }),
  store: async () => ({ token: shop.store.slug, page: { path: "/store", get: store.GET } }),
  manage: async () => ({
    token: manageToken(world, await subscriber()),
    page: { path: "/manage", get: manage.GET },
  }),
  "manage, replaced": async () => {
    const row = await subscriber();
    const data = { manageVersion: { increment: 1 } };
    await world.db.subscription.update({ where: { id: row.id }, data });
    return { token: manageToken(world, row), page: { path: "/manage", get: manage.GET } };
  },
  undo: async () => {
    const { id: subscriptionId } = await subscriber();
    const asked = { subscriptionId, channel: "email" as const, value: "eve@evil.example", language: "en" };
    await askContactCode(world, shop.live, asked);
    const code = /\b\d{6}\b/.exec(await mail("contact_code"))?.[0] ?? "";
    await confirmContactCode(world, shop.live, subscriptionId, code);
    const token = /\/undo\/(\w{22})/.exec(await mail("contact_changed"))?.[1] ?? "";
    return { token, page: { path: "/undo", get: undo.GET } };
  },
};

/** Each tries one act with nothing but the link, wherever its token might be taken for another. */
const acts: Record<string, (held: Held) => Promise<boolean>> = {
  "leads to a payment's page": async (held) => (await others(held)).includes("/attempt/"),
  "leads to the manage page": async (held) => (await others(held)).includes("/manage/"),
  "begins a payment": async (held) => {
    for (const [path, handler] of Object.entries({
      "/pay": link.POST,
      "/invoice": invoice.POST,
      "/subscribe": subscribe.POST,
      "/product": productPage.POST,
      "/manage": renew.POST,
    })) {
      const fields = { id: randomUUID(), method: "mobile_money", phone: "0772 123 129", quantity: "1" };
      const first = await post(handler, path, held, fields);
      const seen = seenIn(await first.clone().text());
      const again = first.status === 200 || first.status === 422 ? { ...fields, seen } : null;
      const last = again ? await post(handler, path, held, again) : first;
      if (leadsTo(last).startsWith("/attempt/")) return true;
    }
    return false;
  },
  "asks the rail": async (held) =>
    (await post(attempt.POST, "/attempt", held, { act: "check" })).status === 303,
  "has the link sent to its owner": async (held) => {
    const before = await world.db.message.count({ where: { template: "manage_link" } });
    await post(receipt.POST, "/receipt", held, { act: "manage" });
    await post(manage.POST, "/manage", held, { act: "send" });
    return (await world.db.message.count({ where: { template: "manage_link" } })) > before;
  },
  cancels: async (held) =>
    leadsTo(await post(manage.POST, "/manage", held, { act: "cancel" })).endsWith("?done=cancelled"),
  "asks to change the contact": async (held) => {
    const fields = { act: "email", email: "new@example.org" };
    return (await post(contact.POST, "/manage", held, fields)).status === 303;
  },
  "makes a new link": async (held) =>
    leadsTo(await post(manage.POST, "/manage", held, { act: "new_link" })).endsWith("?done=new_link"),
  "takes a change back": async (held) =>
    (await (await post(undo.POST, "/undo", held, { act: "undo" })).text()).includes("Taken back"),
};

const table =
  readFileSync("docs/security.md", "utf8").split("### What each link can do")[1]?.split("\n## ")[0] ?? "";
const [head = [], , ...rows] = table
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test("the document's table names exactly the links and acts that are tried", () => {
  expect(head.slice(1)).toEqual(Object.keys(acts));
  expect(rows.map(([name]) => name)).toEqual(Object.keys(links));
});

test.each(rows.map((row): [string, string[]] => [row[0] ?? "", row.slice(1)]))(
  "a link of kind “%s” can do what the document says, and nothing else",
  async (name, said) => {
    shop = await testStore(world);
    address += 1;
    const held = await links[name]?.();
    if (!held) throw new Error(name);
    const can: [string, string][] = [];
    for (const [act, run] of Object.entries(acts)) can.push([act, (await run(held)) ? "yes" : "no"]);
    expect(can).toEqual(head.slice(1).map((act, at) => [act, said[at]]));
  },
);

async function paidAttempt(): Promise<Held> {
  const { token } = await press(world, shop, { browser, email: "mary@example.org" });
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  // The rail is asked of payments without money only.
  return { token, page: { path: "/attempt", get: attempt.GET } };
}

async function subscriber() {
  const { id } = await paidSubscription(world, shop, { livemode: true, ref: "u", email: "mary@example.org" });
  return world.db.subscription.findUniqueOrThrow({ where: { id } });
}

async function mail(template: string): Promise<string> {
  const found = await world.db.message.findFirst({
    where: { storeId: shop.store.id, template },
    orderBy: { id: "desc" },
  });
  return found?.body ?? "";
}

function read({ token, page, cookie }: Held): Promise<string> {
  const request = new Request(`http://localhost:3000${page.path}/${token}?hl=en`, {
    headers: cookie ? { cookie } : {},
  });
  return page
    .get(request, { params: Promise.resolve({ token, slug: token }) })
    .then((response) => response.text());
}

/** The page without its own address. */
async function others(held: Held): Promise<string> {
  return (await read(held)).replaceAll(`${held.page.path}/${held.token}`, "");
}

function post(handler: Handler, path: string, held: Held, fields: Record<string, string>): Promise<Response> {
  const request = new Request(`http://localhost:3000${path}/${held.token}?hl=en`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-client-ip": `10.1.0.${address}`,
      ...(held.cookie ? { cookie: held.cookie } : {}),
    },
    body: new URLSearchParams(fields).toString(),
  });
  return handler(request, { params: Promise.resolve({ token: held.token }) });
}

function leadsTo(response: Response): string {
  return response.headers.get("location") ?? "";
}
