import type { World } from "@/lib/services/core/world";

/**
 * What is wrong with a store's tax documents, one sentence each. Written a second time: by the payloads that went out, and by
 * orders and refunds alone.
 */
export async function checkFiscal(world: World, storeId: number): Promise<string[]> {
  const problems: string[] = [];
  const devices = await world.db.fiscalDevice.findMany({ where: { storeId }, include: { documents: true } });
  const on = devices.find(({ state }) => state !== "off");
  const orders = await world.db.order.findMany({
    where: { storeId },
    include: { fiscal: true, refunds: true },
  });
  for (const order of orders) {
    const net = order.fiscal.reduce(
      (sum, { kind, totalMinor }) => sum + (kind === "sale" ? totalMinor : -totalMinor),
      0n,
    );
    const wants = on && order.livemode && order.paidAt !== null && order.paidAt >= on.connectedAt;
    const isDue = order.currency === on?.currency && order.totalMinor > 0n;
    if (order.fiscal.length === 0 && !(wants && isDue)) continue;
    // What went back by what moved: refunds that are paid, and what a rail or a person took back.
    const back = order.refunds
      .filter(
        ({ status, pendingMinor, availableMinor, feeBackMinor }) =>
          status === "paid" && pendingMinor + availableMinor + feeBackMinor > 0n,
      )
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    if (back > order.refundedMinor) problems.push(`Order ${order.number}: more is back than it says.`);
    const kept = order.totalMinor - order.refundedMinor;
    if (net !== kept)
      problems.push(`Order ${order.number}: its documents say ${net}, its seller has ${kept}.`);
    if (!order.livemode) problems.push(`Order ${order.number} is of test mode.`);
  }
  for (const { id, lastNumber, documents } of devices) {
    const numbers = documents.flatMap(({ status, number }) => (status === "signed" && number ? number : []));
    if (new Set(numbers).size !== numbers.length) problems.push(`Device ${id} signed a number twice.`);
    if (numbers.length > 0 && Math.max(...numbers) !== lastNumber)
      problems.push(`Device ${id} is at ${lastNumber}, its last document is ${Math.max(...numbers)}.`);
    for (const { number, kind, payload, totalMinor, taxMinor } of documents) {
      if (!payload) continue;
      const said = JSON.parse(payload) as Record<string, number> & {
        itemList: Record<string, number>[];
        rcptTyCd: string;
      };
      const sum = (what: string) =>
        said.itemList.reduce((all, line) => all + Math.round(Number(line[what]) * 100), 0);
      const classes = (what: string) =>
        ["A", "B", "C", "D", "E"].reduce(
          (all, name) => all + Math.round(Number(said[`${what}${name}`]) * 100),
          0,
        );
      const wrong = [
        ...[said.invcNo === number, said.rcptTyCd === (kind === "sale" ? "S" : "R")],
        ...[BigInt(sum("totAmt")) === totalMinor, BigInt(sum("taxAmt")) === taxMinor],
        ...[classes("taxblAmt") === sum("totAmt"), classes("taxAmt") === sum("taxAmt")],
      ].filter((isRight) => !isRight).length;
      if (wrong > 0)
        problems.push(`Document ${number} of device ${id}: ${wrong} of its figures do not agree.`);
    }
  }
  return problems;
}
