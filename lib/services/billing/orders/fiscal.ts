import type { Prisma } from "@/lib/db/client";
import type { OrderRow } from "@/lib/db/rows";
import { type FiscalKind, type FiscalShown, fiscalSystemNames } from "@/lib/domain/fiscal";
import type { World } from "@/lib/services/core/world";

// What a tax authority signed of orders, for receipts, papers and the API.

type Device = Prisma.FiscalDeviceGetPayload<object>;
type Paid = Pick<OrderRow, "id" | "storeId" | "livemode" | "currency" | "totalMinor" | "paidAt">;

/** The documents of orders, the sale first; of one that the clock has not seen yet a queued one. Others are not in the map. */
export async function fiscalOf(world: World, orders: readonly Paid[]): Promise<Map<number, FiscalShown[]>> {
  const live = orders.filter(({ livemode, paidAt }) => livemode && paidAt !== null);
  const shown = new Map<number, FiscalShown[]>();
  if (live.length === 0) return shown;
  const [rows, devices] = await Promise.all([
    world.db.fiscalDocument.findMany({
      where: { orderId: { in: live.map(({ id }) => id) } },
      include: { device: { select: { kind: true } } },
      orderBy: [{ orderId: "asc" }, { sequence: "asc" }],
    }),
    world.db.fiscalDevice.findMany({
      where: { storeId: { in: [...new Set(live.map(({ storeId }) => storeId))] }, state: { not: "off" } },
    }),
  ]);
  for (const row of rows) shown.set(row.orderId, [...(shown.get(row.orderId) ?? []), shownOf(row)]);
  for (const order of live) {
    const device = devices.find((one) => isFor(one, order));
    if (device && !shown.has(order.id)) shown.set(order.id, [soon(device, order)]);
  }
  return shown;
}

function isFor(device: Device, { storeId, currency, totalMinor, paidAt }: Paid): boolean {
  if (device.storeId !== storeId || device.currency !== currency || totalMinor === 0n) return false;
  // For practice nothing is signed any more once money is real.
  return device.problemCode !== "practice" && paidAt !== null && paidAt >= device.connectedAt;
}

type Row = Prisma.FiscalDocumentGetPayload<{ include: { device: { select: { kind: true } } } }>;

/** Safe: only this folder writes them. */
function shownOf({ device, kind, status, ...row }: Row): FiscalShown {
  return {
    ...{ kind: kind as FiscalShown["kind"], status: status as FiscalShown["status"] },
    ...{
      system: fiscalSystemNames[device.kind as FiscalKind],
      number: status === "signed" ? row.number : null,
    },
    ...{ receiptNumber: row.receiptNumber, controlUnit: row.controlUnit, signature: row.signature },
    ...{ internalData: row.internalData, signedAt: row.signedAt, url: row.url, totalMinor: row.totalMinor },
  };
}

function soon({ kind }: Device, { totalMinor }: Paid): FiscalShown {
  const none = { number: null, receiptNumber: null, controlUnit: null, signature: null, internalData: null };
  const system = fiscalSystemNames[kind as FiscalKind];
  return { ...none, kind: "sale", status: "queued", system, signedAt: null, url: null, totalMinor };
}

/** The sale as the API shows it; null where no authority signs it. */
export function saleOf(documents: Map<number, FiscalShown[]>, { id }: { id: number }): FiscalShown | null {
  return documents.get(id)?.[0] ?? null;
}
