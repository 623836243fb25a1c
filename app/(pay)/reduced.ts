import type { OfferFacts, PayFormProps } from "@/components/pay/pay-form-types";
import { clientNetwork } from "@/lib/domain/address-block";
import { smallestCharge } from "@/lib/domain/network";
import type { PayProblem } from "@/lib/domain/pay-problem";
import type { Chosen, Offered, Reduction } from "@/lib/services/catalog/discounts/choose";
import { previewReduction, takesCodes } from "@/lib/services/catalog/discounts/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { ManagePage } from "@/lib/services/money/checkout/pages/read-manage-page";
import type { Quote } from "@/lib/services/money/checkout/quote";
import { codesRest, countWrongCode } from "@/lib/services/people/keys/count-within";
import type { PayRequest } from "./respond";

/** A price with what is taken off and what is added. */
export type Priced = Pick<Quote, "priceMinor" | "discountMinor" | "addedMinor" | "totalMinor" | "chosen">;

/** What a page with a listed price says of it. */
interface ListedDesk {
  id: string;
  store: ManagePage["store"];
  currency: string;
  priceMinor: bigint | null;
  quantityMax?: number | null;
  /**
   * What a reduction may look at: the product (null: none), and the subscription that is renewed. Absent: nothing is
   * taken off here.
   */
  reduces?: Pick<Offered, "productId" | "renews"> & { isPlan?: boolean };
}

/** A posted form that the page shows again. */
interface Posted {
  read: (field: string) => string | null;
  problems: readonly PayProblem[];
  /** "Apply the code" was pressed: the price is computed with it, and nothing is asked yet. */
  applies?: boolean;
}

/** The code in the form, or in the address of the page. */
export function codeAsked(pay: PayRequest, read?: (field: string) => string | null): string {
  const code = read ? read("code") : pay.url.searchParams.get("code");
  return (code ?? "").trim().slice(0, 60);
}

/** Who asks for a code, by address and by page. */
export function whoAsks(pay: PayRequest, { id: page }: ListedDesk) {
  return { network: clientNetwork(pay.request.headers), page };
}

/**
 * What is taken off before anybody pays. What depends on the payer counts as good, whatever they typed: anybody can type
 * an e-mail, and would read here whether it is a customer's.
 */
export async function previewOf(
  pay: PayRequest,
  desk: ListedDesk,
  again: Posted | undefined,
): Promise<{ chosen: Chosen; problems: PayProblem[] } | null> {
  const { reduces, priceMinor: each, currency, store } = desk;
  if (!reduces || each === null) return null;
  const world = systemWorld();
  const asked = codeAsked(pay, again?.read);
  const rests = asked !== "" && (await codesRest(world, whoAsks(pay, desk)));
  const priceMinor = each * (again?.applies ? quantityIn(desk, again) : 1n);
  const leastMinor = smallestCharge(store.country, currency);
  const offered = { ...reduces, priceMinor, currency, typed: rests ? "" : asked, leastMinor };
  const chosen = await previewReduction(world, store.id, offered);
  if (rests)
    return { chosen, problems: again?.problems.length ? [] : [{ field: "code", code: "code_rests" }] };
  if (!chosen.problem || (again && !again.applies)) return { chosen, problems: [] };
  if (chosen.problem === "discount_not_found") await countWrongCode(world, whoAsks(pay, desk), asked);
  return { chosen, problems: [{ field: "code", code: chosen.problem }] };
}

/** The quantity in the field, where it can be read. */
export function quantityIn({ quantityMax }: ListedDesk, again: Posted | undefined): bigint {
  const typed = again?.read("quantity") ?? "1";
  return quantityMax && /^[1-9]\d{0,2}$/.test(typed) && Number(typed) <= quantityMax ? BigInt(typed) : 1n;
}

export async function codeField(
  pay: PayRequest,
  { reduces, store, priceMinor }: ListedDesk,
  again: Posted | undefined,
  { isOutdone }: Chosen,
): Promise<PayFormProps["code"]> {
  if (!reduces || priceMinor === null) return null;
  const isAsked = codeAsked(pay, again?.read) !== "";
  return isAsked || (await takesCodes(systemWorld(), store.id)) ? { isOutdone } : null;
}

/** Of a subscription: for how many payments, and what they cost after it. Nothing where it never ends. */
export function goesOn(
  { reduces }: ListedDesk,
  { priceMinor, discountMinor }: Priced,
  { periods, counts }: Reduction,
  money: (minor: bigint) => string,
): OfferFacts | null {
  if (!reduces?.isPlan || periods === null) return null;
  const price = money(priceMinor - discountMinor);
  return { kind: counts ? "first" : "left", price, count: periods, after: money(priceMinor) };
}
