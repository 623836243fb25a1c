import { isCivilDate } from "@/lib/domain/civil-date";
import { parseDecimal } from "@/lib/domain/money";
import { Invalid, requireNone, say } from "@/lib/domain/refusal";
import { readSites } from "@/lib/domain/sites";
import { lineProblem } from "@/lib/domain/text";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";

/** As typed; all empty: prices include no tax. */
export interface TypedTax {
  label: string;
  /** Percent. */
  rate: string;
  /** The day from which orders say it. */
  from: string;
}

const rateMaxPpm = 500_000;

/** Sets the tax that the store's prices include. Orders that are made already stay as they are. Throws Invalid by field. */
export async function changeTax(world: World, seller: Seller, typed: TypedTax): Promise<void> {
  permit(seller, "store.settings");
  const { storeId } = seller;
  const data = checked(typed);
  await transact(world, async (unit) => {
    const found = await unit.tx.store.findUniqueOrThrow({
      where: { id: storeId, accountId: seller.accountId },
      select: { taxLabel: true, taxRatePpm: true, taxFrom: true },
    });
    if (JSON.stringify(found) === JSON.stringify(data)) return;
    await unit.tx.store.update({ where: { id: storeId }, data: { ...data, updatedAt: unit.now } });
    const { taxLabel, taxRatePpm, taxFrom } = data;
    await unit.audit(seller, {
      action: "store.changed",
      target: `store:${storeId}`,
      details: {
        what: `tax: ${taxLabel === null ? "none" : `${taxLabel} ${taxRatePpm} ppm from ${taxFrom}`}`,
      },
    });
  });
}

function checked(typed: TypedTax) {
  const [label, rate, from] = [typed.label.trim(), typed.rate.trim().replace(",", "."), typed.from.trim()];
  if (label === "" && rate === "" && from === "") return { taxLabel: null, taxRatePpm: 0, taxFrom: null };
  const ppm = parseDecimal(rate, 4);
  requireNone({
    label: label === "" ? say("required") : lineProblem(label, 20),
    rate: ppm === null || ppm < 1n || ppm > rateMaxPpm ? say("tax_included_rate") : null,
    from: isCivilDate(from) ? null : say("tax_included_from"),
  });
  return { taxLabel: label, taxRatePpm: Number(ppm), taxFrom: from };
}

/** Sets the seller's own sites, one a line. Throws Invalid on `sites`. */
export async function changeSites(world: World, seller: Seller, typed: string): Promise<void> {
  permit(seller, "store.settings");
  const read = readSites(typed);
  if (!read.ok) throw new Invalid({ sites: read.problems });
  const { sites } = read;
  const { storeId, accountId } = seller;
  await transact(world, async (unit) => {
    const found = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId, accountId } });
    if (found.sites.join() === sites.join()) return;
    await unit.tx.store.update({ where: { id: storeId }, data: { sites, updatedAt: unit.now } });
    await unit.audit(seller, {
      action: "store.changed",
      target: `store:${storeId}`,
      details: { what: `sites: ${sites.join(" ")}` },
    });
  });
}
