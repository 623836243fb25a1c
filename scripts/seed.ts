import { Invalid } from "@/lib/domain/refusal";
import { env } from "@/lib/env";
import { NewInvoice } from "@/lib/resources/invoice-input";
import { NewPaymentLink } from "@/lib/resources/payment-link-input";
import { createInvoice } from "@/lib/services/billing/invoices/create";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/create";
import { createProduct } from "@/lib/services/catalog/products/save";
import type { World } from "@/lib/services/core/world";
import { systemWorld } from "@/lib/services/desk/system-world";
import { createEndpoint } from "@/lib/services/hooks/webhooks/save-endpoint";
import { createOperator } from "@/lib/services/people/accounts/create-operator";
import type { Seller } from "@/lib/services/people/accounts/seller";
import { signUp } from "@/lib/services/people/accounts/sign-up";
import { createKey } from "@/lib/services/people/keys/create-key";
import { problemText } from "@/lib/text/problem";
import { Problem } from "./problem";

/** What a new user needs for the demo store; written to DATA_DIR/demo.json, which only its owner can read. */
export interface DemoFile {
  site_url: string;
  base_url: string;
  owner: { email: string; password: string };
  operator: { email: string; password: string };
  store: { id: number; slug: string };
  live_key: string;
  test_key: string;
  products: { id: number; name: string; subscribe_url: string }[];
  /** Where a payer pays: a link for any amount, an invoice, and a product that is bought once. */
  payment_link_url: string;
  invoice_url: string;
  product_url: string;
  /** Null where webhooks may not go to DEMO_WEBHOOK_URL: then the demo store has no endpoint in that mode. */
  webhook_test_secret: string | null;
  webhook_live_secret: string | null;
}

const plans = [
  {
    name: "Gold plan",
    description: "Clean water at home, as much as you need.",
    price: "1500",
    interval: "month",
  },
  { name: "Silver plan", description: "Forty jerrycans a week.", price: "400", interval: "week" },
  {
    name: "Gold plan, yearly",
    description: "Twelve months for the price of ten.",
    price: "15000",
    interval: "year",
  },
];

const tank = {
  name: "Water tank, 100 litres",
  description: "Food-grade, with a tap. Delivered within two days in Nairobi.",
  kind: "physical",
  price: "8500",
  salePrice: "7900",
  interval: "",
};

const link = NewPaymentLink.parse({
  title: "Help dig the Kibera well",
  description: "Every litre counts. Thank you.",
  amount_type: "custom",
  amount: 500,
  min_amount: 100,
  custom_question: "Whose name shall we paint on the wall?",
  thank_you_message: "Asante sana. Your name goes on the wall.",
});

/**
 * Creates a store with everything that the README uses, and an operator. Runs on the first start, and again if that was
 * interrupted or demo.json was deleted. Throws Problem when DEMO_WEBHOOK_URL cannot be an endpoint.
 */
export async function seedDemo(): Promise<DemoFile> {
  const world = systemWorld();
  const owner = { email: await freeAddress(world, "owner"), password: newPassword(world) };
  const operator = { email: await freeAddress(world, "operator"), password: newPassword(world) };
  const made = await signUp(world, {
    ...owner,
    name: "Achieng Otieno",
    storeName: "Maji Kwetu",
    country: "KE",
    currency: "KES",
    timeZone: "Africa/Nairobi",
    ip: null,
    isProven: true,
  });
  await createOperator(world, { ...operator, name: "Operator" });
  const seller: Seller = {
    storeId: made.storeId,
    accountId: made.accountId,
    livemode: true,
    actor: `user:${made.userId}`,
    userId: made.userId,
    role: "owner",
  };
  const { slug } = await world.db.store.update({
    where: { id: made.storeId },
    data: {
      description: "Clean water, delivered.",
      contactPhone: "+254700000000",
      language: "en",
      // In a trial one person is both seller and operator, and payouts need a verified store.
      verificationStatus: "verified",
    },
    select: { slug: true },
  });
  const products = [];
  for (const plan of plans)
    products.push(await createProduct(world, seller, { ...plan, kind: "subscription", salePrice: "" }));
  const { token: productToken } = await createProduct(world, seller, tank);
  const { token: linkToken } = await createPaymentLink(world, seller, link);
  const { invoice } = await createInvoice(world, seller, demoInvoice(world));
  const live = await createKey(world, seller, { livemode: true, name: "Demo server" });
  const test = await createKey(world, seller, { livemode: false, name: "Demo laptop" });
  return {
    site_url: world.config.siteUrl,
    base_url: `${world.config.siteUrl}/api/v1`,
    owner,
    operator,
    store: { id: made.storeId, slug },
    live_key: live.key,
    test_key: test.key,
    products: products.map((product) => ({
      id: product.id,
      name: product.name,
      subscribe_url: `${world.config.siteUrl}/subscribe/${product.token}`,
    })),
    payment_link_url: `${world.config.siteUrl}/pay/${linkToken}`,
    invoice_url: `${world.config.siteUrl}/invoice/${invoice.token}`,
    product_url: `${world.config.siteUrl}/product/${productToken}`,
    webhook_test_secret: await demoEndpoint(world, { ...seller, livemode: false }),
    webhook_live_secret: await demoEndpoint(world, seller),
  };
}

/** Sent, due in a fortnight, with part payments allowed. */
function demoInvoice(world: World) {
  const due = new Date(world.clock.now().getTime() + 14 * 24 * 60 * 60 * 1000);
  return NewInvoice.parse({
    customer_name: "Kilimani Primary School",
    customer_email: "accounts@school.example.com",
    items: [
      { description: "Drinking water, 20 litres", quantity: 12, unit_price: 250 },
      { description: "Dispenser, rent for a term", quantity: 1, unit_price: 1800 },
    ],
    tax_label: "VAT",
    tax_rate: 16,
    due_on: due.toISOString().slice(0, 10),
    notes: "Delivery every Monday before eight.",
    allow_part_payment: true,
    min_part_payment: 500,
    send: ["email"],
  });
}

/** An interrupted seed has left its users, and nobody knows their passwords. */
async function freeAddress(world: World, name: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const email = `${name}${n === 1 ? "" : `-${n}`}@demo.example.com`;
    if ((await world.db.user.findUnique({ where: { email }, select: { id: true } })) === null) return email;
  }
}

/** On a server that is not a trial, http://localhost is refused like any other private address. */
async function demoEndpoint(world: World, seller: Seller): Promise<string | null> {
  const url = env().DEMO_WEBHOOK_URL;
  if (url.startsWith("http://") && !world.config.allowLocalWebhooks) return null;
  const made = createEndpoint(world, seller, { url, description: "Demo listener" });
  return (await made.catch(blameTheVariable)).secret;
}

function blameTheVariable(error: unknown): never {
  if (!(error instanceof Invalid)) throw error;
  throw new Problem(`DEMO_WEBHOOK_URL cannot be used: ${problemText("en", error.first)}`);
}

function newPassword(world: World): string {
  return Buffer.from(world.random.bytes(15)).toString("base64url");
}
