import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { GET as smallImage } from "@/app/images/[token]/small/route";
import { languageCodes } from "@/lib/domain/languages";
import { createProduct } from "@/lib/services/catalog/products/save";
import { changeLogo } from "@/lib/services/catalog/stores/update-store";
import { activeUssd, dialOfLink, readDial } from "@/lib/services/money/ussd/settings";
import { openPages } from "@/lib/testing/in-paying-world";
import { testInvoice } from "@/lib/testing/invoices";
import { paymentLink, product } from "@/lib/testing/products";
import { type TestStore, testStore } from "@/lib/testing/world";
import * as invoice from "./invoice/[token]/route";
import * as invoiceCard from "./invoice/card.png/route";
import * as linkShare from "./pay/[token]/[share]/route";
import * as link from "./pay/[token]/route";
import * as productShare from "./product/[token]/[share]/route";
import * as productPage from "./product/[token]/route";
import * as storeShare from "./store/[slug]/[share]/route";
import * as store from "./store/[slug]/route";
import * as planShare from "./subscribe/[token]/[share]/route";
import * as plan from "./subscribe/[token]/route";

// biome-ignore lint/suspicious/noExplicitAny: the parameters of a route are those of its folder.
type Handler = (request: Request, context: { params: Promise<any> }) => Promise<Response>;

let address = 0;
const world = await openPages();
let shop: TestStore;

beforeEach(async () => {
  // An address may have only so many pictures drawn in a minute.
  address += 1;
  shop = await testStore(world, { store: { name: "Maji Kwetu", description: "Clean water." } });
});

function ask(
  handler: Handler,
  params: Record<string, string>,
  query = "",
  headers: Record<string, string> = {},
) {
  const request = new Request(`http://localhost:3000/x${query}`, {
    headers: { "x-client-ip": `192.0.2.${address}`, ...headers },
  });
  return handler(request, { params: Promise.resolve(params) });
}

interface Shared {
  path: string;
  page: Handler;
  share: Handler;
  params: Record<string, string>;
  /** og:title and og:description. */
  says: [string, string];
}

async function sharedPlan(): Promise<Shared> {
  const [{ token }] = shop.products;
  const says: Shared["says"] = ["Gold, each month · Maji Kwetu", "UGX 50,000 every month"];
  return { path: `/subscribe/${token}`, page: plan.GET, share: planShare.GET, params: { token }, says };
}

const shared: Record<string, () => Promise<Shared>> = {
  "payment link": async () => {
    const { token } = await paymentLink(world, shop);
    const says: Shared["says"] = ["Pay Maji Kwetu", "Swimming lessons. UGX 20,000"];
    return { path: `/pay/${token}`, page: link.GET, share: linkShare.GET, params: { token }, says };
  },
  product: async () => {
    const { token } = await product(world, shop, { shortDescription: "Birds of Kampala." });
    const says: Shared["says"] = ["Field guide · Maji Kwetu", "UGX 5,000. Birds of Kampala."];
    return {
      path: `/product/${token}`,
      page: productPage.GET,
      share: productShare.GET,
      params: { token },
      says,
    };
  },
  plan: sharedPlan,
  store: async () => {
    const { slug } = shop.store;
    const says: Shared["says"] = ["Maji Kwetu", "Clean water."];
    return { path: `/store/${slug}`, page: store.GET, share: storeShare.GET, params: { slug }, says };
  },
};

const meta = (page: string, property: string) =>
  new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(page)?.[1];

test.each(Object.entries(shared))(
  "a chat shows of a shared %s what it is, its price and a picture",
  async (_, make) => {
    const { path, page, params, says } = await make();
    const query = "?hl=en&ref=user_41&email=amina%40example.com";
    const shown = await ask(page, params, path.startsWith("/subscribe") ? query : "?hl=en");
    const html = await shown.text();
    expect([meta(html, "og:title"), meta(html, "og:description")]).toEqual(says);
    expect(html).toContain('name="twitter:card" content="summary_large_image"');
    expect(shown.headers.get("x-robots-tag")).toBe("noindex");
    expect(shown.headers.get("cache-control")).toBe("no-store");
    // Neither address says for whom the page was opened.
    const address = `http://localhost:3000${path}`;
    expect([meta(html, "og:url"), meta(html, "og:image")]).toEqual([address, `${address}/card.png`]);
  },
);

test.each(Object.entries(shared))("the picture, the codes and the poster of a shared %s", async (_, make) => {
  const { path, share, params } = await make();
  for (const hl of languageCodes) {
    const card = await ask(share, { ...params, share: "card.png" }, `?hl=${hl}`);
    const png = Buffer.from(await card.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(png.length).toBeLessThan(60 * 1024);
    expect(card.headers.get("cache-control")).toBe("public, max-age=3600");
    expect(card.headers.get("x-robots-tag")).toBe("noindex");
    const poster = await (await ask(share, { ...params, share: "poster" }, `?hl=${hl}`)).text();
    for (const part of [
      `<html lang="${hl}"`,
      `src="${path}/qr.svg"`,
      `http://localhost:3000${path}</p>`,
      "Maji Kwetu",
    ])
      expect([hl, poster]).toEqual([hl, expect.stringContaining(part)]);
  }
  const svg = await ask(share, { ...params, share: "qr.svg" });
  expect(await svg.text()).toContain("<svg");
  expect((await ask(share, { ...params, share: "qr.png" })).headers.get("content-type")).toBe("image/png");
  const nobody = Object.fromEntries(Object.keys(params).map((name) => [name, "nobody"]));
  for (const name of ["card.png", "qr.svg", "qr.png", "poster"])
    expect((await ask(share, { ...nobody, share: name })).status).toBe(404);
  for (const name of ["card", "toString", "__proto__"])
    expect((await ask(share, { ...params, share: name })).status).toBe(404);
});

test("a poster says what its seller's page says to dial, and nothing where nobody answers or the link asks more", async () => {
  const link = await paymentLink(world, shop);
  const poster = async (of: { token: string }) =>
    (await ask(linkShare.GET, { token: of.token, share: "poster" }, "?hl=en")).text();
  const set = (enabled: boolean) => {
    const row = {
      enabled,
      dial: "*384*77#",
      addresses: [],
      secretSealed: new Uint8Array(world.secrets.seal("x")),
    };
    const who = { updatedBy: "user:1", updatedAt: world.clock.now() };
    const provider = "africastalking";
    return world.db.ussdSetting.upsert({
      where: { provider },
      create: { provider, ...row, ...who },
      update: row,
    });
  };
  await set(true);
  const dial = await dialOfLink(world, shop.store.id, link);
  expect(dial).toMatch(/^\*384\*77\*\d+\*4\*\d+#$/);
  expect(await poster(link)).toContain(`Dial \u2066${dial}\u2069`);
  expect(await poster(await paymentLink(world, shop, { collectEmail: true }))).not.toContain("Dial");
  expect(
    await (await ask(storeShare.GET, { slug: shop.store.slug, share: "poster" }, "?hl=en")).text(),
  ).toContain(`Dial \u2066${(await readDial(world, shop.store.id))?.dial}`);
  await set(false);
  expect((await poster(link)).includes("Dial")).toBe((await activeUssd(world)) !== null);
});

test("the seller's logo is on the picture: with another logo it is another picture", async () => {
  const { share, params } = await sharedPlan();
  const bytes = async () =>
    Buffer.from(await (await ask(share, { ...params, share: "card.png" })).arrayBuffer());
  const plain = await bytes();
  const logo = await sharp({ create: { width: 90, height: 90, channels: 3, background: "#dd3333" } })
    .png()
    .toBuffer();
  await changeLogo(world, shop.live, new Uint8Array(logo));
  const withLogo = await bytes();
  const reds = async (png: Buffer) => {
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (110 * info.width + 110) * info.channels;
    return [data[at], data[at + 1]];
  };
  expect(withLogo.equals(plain)).toBe(false);
  const [red = 0, green = 255] = await reds(withLogo);
  expect(red - green).toBeGreaterThan(100);
});

test("what is closed, and the test page, have no preview", async () => {
  const off = await product(world, shop, { status: "archived" });
  const closed = await (await ask(productPage.GET, { token: off.token })).text();
  const [{ token }] = shop.products;
  const testing = await (await ask(plan.GET, { token }, "?test=1")).text();
  for (const page of [closed, testing]) expect(page).not.toContain("og:");
});

test("of an invoice a chat shows that it is one, and nothing by which to tell it from another", async () => {
  const one = await testInvoice(world, shop.live);
  const other = await testInvoice(world, (await testStore(world)).live, { customer_name: "Ben" });
  const heads = await Promise.all(
    [one, other].map(async ({ token }) => {
      const page = await (await ask(invoice.GET, { token }, "?hl=en")).text();
      return [
        meta(page, "og:title"),
        meta(page, "og:description"),
        meta(page, "og:url"),
        meta(page, "og:image"),
      ];
    }),
  );
  const image = "http://localhost:3000/invoice/card.png?hl=en";
  expect(heads[0]).toEqual(["Invoice", "Open the link to see it.", undefined, image]);
  expect(heads[1]).toEqual(heads[0]);
  // Not all: an address may have only so many pictures drawn in a minute.
  for (const hl of ["en", "am", "ar"]) {
    const card = await ask(invoiceCard.GET, {}, `?hl=${hl}`);
    expect([card.status, card.headers.get("cache-control")]).toEqual([200, "public, max-age=3600"]);
  }
});

test("a store of many products is shown in pages, each light, with names as long as they may be", async () => {
  const long = (n: number) =>
    `${n} ${"Mabati ya rangi ya bluu, futi kumi na mbili, ".repeat(9)}`.slice(0, 255);
  for (let n = 0; n < 43; n += 1)
    await product(world, shop, {
      name: long(n),
      shortDescription: `${n * 7} ${long(n * 13)}`,
      imageUrl: `http://localhost:3000/images/${String(n).padStart(22, "a")}`,
    });
  const { slug } = shop.store;
  for (const hl of languageCodes) {
    const page = await (await ask(store.GET, { slug }, `?hl=${hl}`)).text();
    expect(page.match(/<li>/g)).toHaveLength(20);
    expect(gzipSync(page).length + 600).toBeLessThan(8 * 1024);
  }
  const first = await (await ask(store.GET, { slug }, "?hl=en")).text();
  expect(first).toContain(`href="/store/${slug}?page=2" rel="next"`);
  expect(first).toMatch(/<img src="\/images\/\w{22}\/small" alt="" width="96" height="96" loading="lazy"/);
  const last = await (await ask(store.GET, { slug }, "?page=3&hl=en")).text();
  // Three products, and the two plans that every store of the tests has.
  expect(last.match(/<li>/g)).toHaveLength(5);
  expect(last).toContain("UGX 50,000 every month");
  expect(last).not.toContain('rel="next"');
  expect(last).toContain(`href="/store/${slug}?page=2" rel="prev"`);
  expect(last).toContain(`href="/store/x?page=3&amp;hl=fr"`.replace("/store/x", "/x"));
  for (const odd of ["0", "-1", "x", "99999"])
    expect((await (await ask(store.GET, { slug }, `?page=${odd}`)).text()).match(/<li>/g)).toHaveLength(20);
});

test("a small picture is of a few KB and kept for ever; who has too many drawn gets the stored one", async () => {
  const noise = await sharp({
    create: {
      width: 900,
      height: 700,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 120, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();
  const tokens: string[] = [];
  for (let n = 0; n < 32; n += 1)
    tokens.push(`${String(n).padStart(3, "0")}${shop.store.id}`.padEnd(22, "p"));
  const typed = { name: "Noise", description: "", kind: "service", price: "9", salePrice: "", interval: "" };
  await createProduct(world, shop.live, typed, new Uint8Array(noise));
  const stored = await world.db.image.findFirstOrThrow({ where: { storeId: shop.store.id } });
  await world.db.image.createMany({ data: tokens.map((token) => ({ ...stored, token })) });
  const from = { "x-client-ip": `198.51.100.${shop.store.id}` };
  const sizes: number[] = [];
  for (const token of tokens) {
    const answer = await ask(smallImage, { token }, "", from);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    sizes.push((await answer.arrayBuffer()).byteLength);
    if (token === tokens[0]) expect(answer.headers.get("cache-control")).toContain("immutable");
    if (token === tokens[31]) expect(answer.headers.get("cache-control")).toBe("public, max-age=60");
  }
  expect(Math.max(...sizes.slice(0, 30))).toBeLessThanOrEqual(9 * 1024);
  expect(sizes.slice(30)).toEqual([stored.bytes.length, stored.bytes.length]);
  expect((await ask(smallImage, { token: "nobody" })).status).toBe(404);
});

test("a verified seller is called one, on every page of theirs", async () => {
  const read = async () => (await ask(store.GET, { slug: shop.store.slug }, "?hl=en")).text();
  expect(await read()).not.toContain("Verified seller");
  await world.db.store.update({ where: { id: shop.store.id }, data: { verificationStatus: "verified" } });
  expect(await read()).toContain("Verified seller");
});

test("old names that turn a text do not turn the title, nor what chats show", async () => {
  await world.db.store.update({ where: { id: shop.store.id }, data: { name: "Ma\u202eji\u2067" } });
  await world.db.product.update({ where: { id: shop.products[0].id }, data: { name: "Go\u202eld\u2066" } });
  const { page, params } = await sharedPlan();
  const text = await (await ask(page, params)).text();
  const head = text.slice(0, text.indexOf("</head>"));
  expect(head).toContain("Gold");
  expect(head).toContain("Maji");
  expect(head).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  const poster = await (await ask(storeShare.GET, { slug: shop.store.slug, share: "poster" })).text();
  expect(poster.slice(0, poster.indexOf("</head>"))).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
});
