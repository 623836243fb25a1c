import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { answerGap } from "@/lib/services/money/phone/gaps";
import { readPhone } from "@/lib/services/money/phone/read";
import { toldOf } from "@/lib/services/money/phone/rows";
import { assignTillPayment, sellTillPayment } from "@/lib/services/money/till/decide";
import { type Life, type PhoneShop, tell, typeBalance, unitOf } from "./shop";
import type { SimKind } from "./words";

/** Cash is fetched, bills are paid, airtime is bought, cash comes in; the network tells of each. */
export async function sellerMovesMoney(life: Life, shop: PhoneShop): Promise<void> {
  const { luck, world } = life;
  const { sim } = shop;
  const unit = unitOf(shop);
  const at = world.clock.now();
  const kinds: [SimKind, ...SimKind[]] = ["withdrawn", "paid", "sent", "deposit", "airtime", "balance"];
  const kind = luck.pick(kinds);
  if (!sim.can(kind)) return;
  if (kind === "balance") return tell(life, shop, [sim.move(kind, { amount: 0, at })]);
  if (kind === "deposit")
    return tell(life, shop, [sim.move(kind, { amount: (1 + luck.roll(40)) * 500 * unit, at })]);
  const most = Math.floor(sim.balance / unit / 100);
  const hundreds = kind === "airtime" ? 1 + luck.roll(5) : 1 + luck.roll(Math.max(1, most));
  const fee = kind === "airtime" ? 0 : (130 + luck.roll(1_000)) * unit;
  tell(life, shop, sim.spends(kind, { amount: hundreds * 100 * unit, fee, at }));
}

/** In Kenya more is paid than there is, and the network lends it; its next message of money takes it back. */
export async function sellerBorrows(life: Life, shop: PhoneShop): Promise<void> {
  const { luck, world } = life;
  if (!shop.sim.can("loan")) return;
  const amount = shop.sim.balance + (1 + luck.roll(50)) * 100 * unitOf(shop);
  tell(life, shop, shop.sim.spends("paid", { amount, at: world.clock.now() }));
}

/** A payer asks their network for the money of a paid order back, and gets it. */
export async function networkTakesBack(life: Life, shop: PhoneShop): Promise<void> {
  const { luck, world } = life;
  const one = luck.any(shop.opened.slice(-20).filter(({ sent }) => sent !== null));
  if (!one?.sent || !shop.sim.can("taken_back") || shop.sim.balance < one.sent.amount) return;
  if (shop.takenBack.has(one.sent.code) || shop.refunded.has(one.orderId)) return;
  shop.takenBack.add(one.sent.code);
  const { amount, code: undoes } = one.sent;
  tell(life, shop, [shop.sim.move("taken_back", { amount, undoes, at: world.clock.now() })]);
}

/** Money is sent back from the phone, and recorded on the order. */
export async function sellerRefunds(life: Life, shop: PhoneShop): Promise<void> {
  const { luck, world } = life;
  const { seller } = shop.store;
  const orders = await world.db.order.findMany({
    where: { storeId: shop.store.store.id, paymentStatus: "paid" },
    orderBy: { id: "desc" },
    take: 20,
  });
  const order = luck.any(orders);
  const codes = order ? await world.db.paymentAttempt.findMany({ where: { orderId: order.id } }) : [];
  if (!order || codes.some(({ receipt }) => receipt !== null && shop.takenBack.has(receipt))) return;
  const moves = shop.sim.spends("sent", {
    ...{ amount: Number(order.totalMinor), fee: 300 * unitOf(shop), at: world.clock.now() },
  });
  if (moves.length === 0) return;
  tell(life, shop, moves);
  shop.refunded.add(order.id);
  await requestRefund(world, seller, {
    ...{ orderId: order.id, reason: "Changed my mind", requestKey: `refund-${order.id}` },
  });
}

/** Answers what the phone's page asks, truthfully: the seller looks at the network's own list. */
export async function sellerLooks(life: Life, shop: PhoneShop): Promise<void> {
  const { world } = life;
  const view = await readPhone(world, shop.store.seller, shop.key);
  if (view?.state === "stopped" || view?.state === "new") return typeBalance(world, shop);
  if (!view?.gap || shop.denied.has(view.gap.before)) return;
  const { before } = view.gap;
  const asked = await world.db.task.count({
    where: { kind: "phone_gap", subject: `${shop.key}/${before}`, resolvedAt: null },
  });
  if (asked === 0) return;
  const isMine = await isTrue(life, shop, before, Number(view.balance?.minor ?? 0n));
  await answerGap(world, shop.store.seller, shop.key, before, isMine);
  shop.counts[isMine ? "yes" : "no"] += 1;
  if (isMine) return;
  shop.denied.add(before);
  await typeBalance(world, shop);
}

/** Whether the account had this balance at some time before that message, and then what the message says was before it. */
async function isTrue({ world }: Life, { sim }: PhoneShop, id: bigint, end: number): Promise<boolean> {
  const row = await world.db.phoneMessage.findUniqueOrThrow({ where: { id } });
  const move = sim.of(toldOf(world, row).text);
  if (!move) return false;
  return (
    sim.moves.some(
      ({ place }) => place < move.place && place > move.place - 60 && sim.balanceAfter(place) === end,
    ) ||
    (sim.opening === end && move.place < 60)
  );
}

/** In the evening: what the seller knows about money that waits. Half of it is left for another day. */
export async function sellerDecides(life: Life, shop: PhoneShop): Promise<void> {
  const { world, luck } = life;
  const { store, sim } = shop;
  const tasks = await world.db.task.findMany({
    where: { storeId: store.store.id, kind: "till_payment", resolvedAt: null },
    orderBy: { id: "asc" },
  });
  for (const { subject, details } of tasks) {
    const id = BigInt(subject);
    const { receipt } = await world.db.tillPayment.findUniqueOrThrow({ where: { id } });
    const move = sim.received(receipt);
    if (!move || shop.takenBack.has(move.code) || luck.once(2)) continue;
    const opened = shop.opened.find(({ sent }) => sent === move);
    // Safe: `askSeller` wrote it.
    const { orderId } = details as { orderId?: number };
    if (opened?.isRight && orderId === opened.orderId) {
      await assignTillPayment(world, store.seller, id);
      shop.counts.assigned += 1;
    } else if (!opened) {
      await sellTillPayment(world, store.seller, id);
      shop.counts.sold += 1;
    }
  }
}
