import { downloadMs, downloadsMax } from "@/lib/domain/download";
import { replaceDownloadLink, resetDownloads } from "@/lib/services/billing/orders/downloads";
import { deliverWaiting } from "@/lib/services/billing/orders/fulfil";
import { countBytes, findDownload, readDownloadPage } from "@/lib/services/catalog/deliverables/download";
import { addCodes, addNote, addPool } from "@/lib/services/catalog/deliverables/save";
import { takeFile } from "@/lib/services/catalog/deliverables/upload";
import { downloadToken } from "@/lib/services/core/download-token";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { product } from "../products";
import { moneyGoesBack } from "./backwards";
import { luckOf } from "./luck";
import { newId, pressOnce, refusedInWords } from "./payers";
import type { Town } from "./town";

/** What is delivered by itself in a town: codes of which there are few, and a file with a text. */
export interface Shelf {
  /** The same town, with chances of its own: what else happens in it is drawn as if there were no shelf. */
  town: Town;
  keysId: number;
  guideId: number;
  poolId: number;
  fileId: number;
  /** How many codes were ever made; each says its number. */
  made: number;
  /** To which order a code was shown, ever. */
  shown: Map<string, number>;
  /** How many bytes of the file each order had since its downloads were opened. */
  taken: Map<number, number>;
}

const text = "The door opens at eight.";
const fileBytes = 100;

export async function openShelf(of: Town, seed: number): Promise<Shelf> {
  const town: Town = { ...of, luck: luckOf(seed ^ 0x2545f491) };
  const { world, shop, seller } = town;
  const keys = await product(world, shop, { kind: "digital", name: "Keys", priceMinor: 3_001n });
  const guide = await product(world, shop, { kind: "digital", name: "Guide", priceMinor: 9_999n });
  const { id: poolId } = await addPool(world, seller, keys.id, { name: "Key", codes: "CODE-1" });
  await addNote(world, seller, guide.id, { kind: "text", name: "Door", content: text });
  async function* bytes() {
    yield new Uint8Array(fileBytes);
  }
  const { id: fileId } = await takeFile(
    ...([world, seller, { productId: guide.id, replaces: null }, fileBytes] as const),
    async () => ({ name: "guide.pdf", type: "application/pdf", bytes: bytes() }),
  );
  const ids = { keysId: keys.id, guideId: guide.id, poolId, fileId };
  return { town, ...ids, made: 1, shown: new Map(), taken: new Map() };
}

/** Somebody buys, opens what they bought, or has their money back; or the seller looks after the shelf. */
export async function shelfActs(shelf: Shelf): Promise<string> {
  const { luck } = shelf.town;
  try {
    const which = luck.roll(24);
    if (which < 6) return await somebodyBuys(shelf);
    if (which < 10) return await somebodyOpens(shelf);
    if (which < 12) return await sellerFills(shelf);
    if (which === 12) return await refunded(shelf);
    if (which === 13) return await moneyGoesBack(shelf.town);
    if (which === 14) return await linkChanges(shelf);
    return "no buyer";
  } catch (error) {
    return refusedInWords(error);
  }
}

/** One, or several at once: for the last code, perhaps. */
async function somebodyBuys({ town, keysId, guideId }: Shelf): Promise<string> {
  const { luck } = town;
  const productId = luck.once(4) ? guideId : keysId;
  const forms = Array.from({ length: luck.pick([1, 1, 2, 3]) }, () => ({
    ...{ id: newId(town), card: false, email: null, renews: false, code: "" },
    phone: `0772${400 + luck.roll(500)}${luck.pick(["789", "789", "789", "049", "129", "169"])}`,
    paymentFor: { kind: "product" as const, productId, quantity: 1 + luck.roll(2) },
  }));
  const answers = await Promise.all(forms.map((form) => pressOnce(town, form)));
  return `${productId === keysId ? "keys" : "a guide"} by ${answers.length}: ${answers.join(", ")}`;
}

async function somebodyOpens(shelf: Shelf): Promise<string> {
  const order = await someOrder(shelf);
  if (!order) return "nothing to open";
  const { town, fileId } = shelf;
  const { world } = town;
  const token = downloadToken(world, { kind: "order", id: order.id, version: order.downloadVersion });
  const page = await readDownloadPage(world, token);
  const over = overOf(order, world.clock.now());
  if (page?.over !== over) throw new Error(`${order.number} is over because of ${page?.over}, not ${over}.`);
  if (over !== null && page.items.length > 0) throw new Error(`${order.number} is over, and opens things.`);
  for (const { kind, content } of page.items) {
    if (kind === "text" && content !== text) throw new Error(`${order.number} opens another text.`);
    if (kind === "codes" && content !== null) noteCode(shelf, content, order.id);
  }
  const found = await findDownload(world, token, fileId);
  if (found && !("over" in found)) await takeBytes(shelf, order.id, found);
  return `${order.number} opened: ${over ?? page.items.length}`;
}

/** What was shown to one order is never shown to another, whatever became of the first one. */
function noteCode({ shown }: Shelf, code: string, orderId: number): void {
  const first = shown.get(code) ?? orderId;
  if (first !== orderId) throw new Error(`${code} was shown to the orders ${first} and ${orderId}.`);
  shown.set(code, orderId);
}

/** Some downloads at once: as many go out as are left. */
async function takeBytes(
  { town, taken }: Shelf,
  orderId: number,
  found: Parameters<typeof countBytes>[1],
): Promise<void> {
  const before = taken.get(orderId) ?? 0;
  const wished = 1 + town.luck.roll(9);
  const takes = Array.from({ length: wished }, () => countBytes(town.world, found, fileBytes));
  const went = (await Promise.all(takes)).filter(Boolean).length;
  const left = downloadsMax - before / fileBytes;
  if (went !== Math.min(wished, left))
    throw new Error(`${went} of ${wished} went out, and ${left} were left.`);
  taken.set(orderId, before + went * fileBytes);
}

async function sellerFills(shelf: Shelf): Promise<string> {
  const { town, keysId, poolId } = shelf;
  const { world, seller, luck } = town;
  const more = luck.pick([0, 0, 1, 1, 2]);
  const codes = Array.from({ length: more }, (_, at) => `CODE-${shelf.made + at + 1}`);
  shelf.made += more;
  // The last one that there was is typed once more by mistake: it is left out.
  if (more > 0) await addCodes(world, seller, poolId, [...codes, "CODE-1"].join("\n"));
  const acts = [() => deliverWaiting(world, seller, keysId)];
  if (luck.once(3)) acts.push(...acts);
  const delivered = await Promise.all(acts.map((act) => act()));
  return `${more} more codes, delivered to ${delivered.join(" and ")}`;
}

async function refunded(shelf: Shelf): Promise<string> {
  const order = await someOrder(shelf);
  if (!order) return "nothing to refund";
  const { world, seller, luck } = shelf.town;
  const part = luck.once(2) ? {} : { amountMinor: (order.totalMinor - order.refundedMinor) / 2n + 1n };
  const wish = { orderId: order.id, reason: "Simulated", requestKey: String(luck.roll(1_000_000)) };
  await requestRefund(world, seller, { ...wish, ...part });
  return `refund of ${order.number}`;
}

async function linkChanges(shelf: Shelf): Promise<string> {
  const order = await someOrder(shelf);
  if (!order) return "no link";
  const { world, seller, luck } = shelf.town;
  if (luck.once(2)) {
    await resetDownloads(world, seller, order.id);
    shelf.taken.delete(order.id);
    return `downloads of ${order.number} opened again`;
  }
  const old = downloadToken(world, { kind: "order", id: order.id, version: order.downloadVersion });
  await replaceDownloadLink(world, seller, order.id);
  if ((await readDownloadPage(world, old)) !== null)
    throw new Error(`The old link of ${order.number} opens.`);
  return `another link of ${order.number}`;
}

type Bought = NonNullable<Awaited<ReturnType<typeof someOrder>>>;

async function someOrder({ town, keysId, guideId }: Shelf) {
  const rows = await town.world.db.order.findMany({
    where: {
      ...{ storeId: town.shop.store.id, paidAt: { not: null } },
      items: { some: { productId: { in: [keysId, guideId] }, delivers: true } },
    },
    orderBy: { id: "asc" },
  });
  return town.luck.any(town.luck.once(2) ? rows.slice(-3) : rows);
}

function overOf(order: Bought, now: Date): string | null {
  if (order.paymentStatus === "refunded" || order.takenBackAt) return "refunded";
  if (order.orderStatus === "cancelled" || !order.paymentStatus.startsWith("pa")) return "cancelled";
  const from = order.downloadsFrom ?? order.paidAt;
  return from && now.getTime() >= from.getTime() + downloadMs ? "late" : null;
}
