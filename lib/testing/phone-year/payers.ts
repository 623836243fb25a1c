import { composeUuid } from "@/lib/domain/token";
import { numberOf } from "@/lib/services/catalog/till/account-numbers";
import type { PaymentFor } from "@/lib/services/money/checkout/purchase";
import { claimPayment } from "@/lib/services/money/phone/claim";
import { testInvoice } from "../invoices";
import { press } from "../payments";
import { paymentLink } from "../products";
import type { Move } from "./account";
import { type Life, type Opened, type PhoneShop, tell, unitOf } from "./shop";
import { firstOf } from "./words";

/** Few prices, so that several who wait often wait with the same. In the larger unit. */
const prices: [number, ...number[]] = [2_000, 5_000, 5_000, 12_500, 20_000];

function newPhone({ luck }: Life, { sim }: PhoneShop): string {
  const three = () => String(100 + luck.roll(900));
  return `${firstOf[sim.network]} ${three()} ${three()}`;
}

/** Most open a payment and send the money some minutes later; some go away, some just send it. */
export async function somebodyComes(life: Life, shop: PhoneShop): Promise<void> {
  const { luck, agenda } = life;
  if (luck.once(12)) {
    const amount = luck.pick(prices) * unitOf(shop);
    return sends(life, shop, null, { amount, phone: newPhone(life, shop), reference: "" });
  }
  const { opened, account } = await opens(life, shop);
  if (luck.once(9)) return;
  const amount = luck.once(12) ? opened.asked - 100 * unitOf(shop) : opened.asked;
  const phone = luck.once(6) ? newPhone(life, shop) : opened.phone;
  const reference = account && luck.once(2) ? account : "";
  agenda.in(1 + luck.roll(15), () => sends(life, shop, opened, { amount, phone, reference }));
}

/** Of an invoice, whose number can be written with the money, or of a link that everybody has. */
async function opens(life: Life, shop: PhoneShop): Promise<{ opened: Opened; account: string | null }> {
  const { world, luck } = life;
  const { store } = shop;
  const price = luck.pick(prices);
  const phone = newPhone(life, shop);
  const isInvoice = luck.once(2);
  const invoice = isInvoice
    ? await testInvoice(world, store.live, {
        items: [{ description: "Borehole repair", quantity: 1, unit_price: price }],
      })
    : null;
  const what: PaymentFor = invoice
    ? { kind: "invoice", invoiceId: invoice.id, amount: null }
    : { kind: "payment_link", linkId: await linkOf(life, shop, price), amount: null, answer: null };
  const { id, token } = await press(world, store, {
    ...{ id: composeUuid(luck.random.bytes(16)), phone, for: what },
  });
  const row = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  if (row.rail !== shop.key) throw new Error(`A payment went to ${row.rail}.`);
  const opened: Opened = {
    ...{ attemptId: id, token, orderId: row.orderId, asked: Number(row.amountMinor), phone },
    ...{ sent: null, isRight: false, typedAt: [] },
  };
  shop.opened.push(opened);
  const account = invoice && (await numberOf(world, store.store.id, { kind: "invoice", id: invoice.id }));
  return { opened, account };
}

async function linkOf({ world }: Life, shop: PhoneShop, price: number): Promise<number> {
  const { store } = shop.store;
  const amountMinor = BigInt(price * unitOf(shop));
  const known = await world.db.paymentLink.findFirst({ where: { storeId: store.id, amountMinor } });
  const { currency } = store;
  return (known ?? (await paymentLink(world, shop.store, { currency, amountMinor, isReusable: true }))).id;
}

async function sends(
  life: Life,
  shop: PhoneShop,
  opened: Opened | null,
  { amount, phone, reference }: { amount: number; phone: string; reference: string },
): Promise<void> {
  const { world, luck, agenda } = life;
  const moves = shop.sim.receives({ amount, phone, reference, at: world.clock.now() });
  tell(life, shop, moves);
  const [sent] = moves;
  if (!opened || !sent) return;
  Object.assign(opened, { sent, isRight: amount === opened.asked });
  // Where numbers are hidden the page asks everybody for the number of their payment.
  const isAsked = shop.sim.network === "mpesa_ke" || phone !== opened.phone;
  if (luck.once(isAsked ? 5 : 2)) return;
  const isLate = luck.once(4);
  agenda.in(isLate ? 20 + luck.roll(300) : 1 / 6 + luck.roll(3), () => types(life, opened, sent));
  if (isAsked && luck.once(2)) agenda.in(300 + luck.roll(120), () => types(life, opened, sent));
}

/** The number alone, or the whole message that the payer got. */
async function types({ world, luck }: Life, opened: Opened, sent: Move): Promise<void> {
  const code = luck.once(3) ? sent.code.toLowerCase() : sent.code;
  const whole = `${code} Confirmed. ${sent.amount} sent to DUKA LA MFANO 0722 400 400. Cost 12.00.`;
  opened.typedAt.push(world.clock.now());
  const claimed = await claimPayment(world, opened.token, luck.once(4) ? whole : code);
  if (claimed === "no_code") throw new Error(`${code} is not taken for a number.`);
}
