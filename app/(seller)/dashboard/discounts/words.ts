import { cache } from "react";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import type { DiscountStatus } from "@/lib/domain/discount";
import { formatMoney, formatNumber } from "@/lib/domain/money";
import { rowIdOf } from "@/lib/domain/token";
import { type DiscountRow, readDiscount } from "@/lib/services/catalog/discounts/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { found } from "../../../service-name";

export const discountTones: Record<DiscountStatus, StatusTone> = {
  active: "ok",
  scheduled: "plain",
  paused: "warn",
  expired: "ended",
  used_up: "ended",
};

export const discountsPath = "/dashboard/discounts";

export function discountPath(id: number): string {
  return `${discountsPath}/${id}`;
}

/** "20 %" or "KES 100". */
export function takesOff(row: DiscountRow, words: DashboardWords): string {
  const { percentHundredths, amountMinor: minor, currency } = row;
  if (minor !== null) return formatMoney({ minor, currency }, words.lang);
  const share = formatNumber((percentHundredths ?? 0) / 100, words.lang);
  return words.text("discountShare", { share });
}

/** For how long, of a subscription. */
export function durationOf({ duration, durationPeriods }: DiscountRow, words: DashboardWords): string {
  return duration === "periods"
    ? words.text("discountForPeriods", { count: durationPeriods ?? 0 })
    : words.text(duration === "once" ? "discountOnce" : "discountForever");
}

/** The code, or how it applies without one. */
export function waysOf({ code, isAutomatic }: DiscountRow, words: DashboardWords): string {
  return code ?? words.text(isAutomatic ? "discountByItself" : "discountByBatches");
}

/** "3", or "3 of 50" where it is limited. */
export function timesRedeemed(row: DiscountRow, words: DashboardWords): string {
  const count = String(row.redemptionsCount);
  return row.maxRedemptions === null
    ? count
    : words.text("countOf", { count, max: String(row.maxRedemptions) });
}

/** The discount of this page's address; without one, the page does not exist. */
export const ownDiscount = cache(async (seller: CurrentSeller, id: string): Promise<DiscountRow> => {
  const number = rowIdOf(id);
  return found(readDiscount(systemWorld(), seller.caller(true), number));
});
