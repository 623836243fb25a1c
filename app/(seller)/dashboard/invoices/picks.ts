import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { fieldAmount } from "@/lib/domain/money";
import { type SentForm, sentText } from "@/lib/resources/form-fields";
import {
  type CustomerPick,
  customersToPick,
  pickedCustomer,
  pricesByName,
  productsToPick,
} from "@/lib/services/billing/invoices/pick";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { Picks } from "./pick-types";

/** In the page itself, for browsers without scripts; the rest is found by typing. */
const mostInPage = 50;
const mostFound = 10;

/** What the form offers before anything is typed. */
export async function firstPicks(seller: CurrentSeller, words: DashboardWords): Promise<Picks> {
  const [customers, products] = await Promise.all([
    customerPicks(seller, "", mostInPage),
    productPicks(seller, words, "", mostInPage),
  ]);
  return { customers, products };
}

export function customerPicks(seller: CurrentSeller, text: string, most = mostFound) {
  return customersToPick(systemWorld(), seller.caller(true), text, most);
}

export async function productPicks(
  seller: CurrentSeller,
  { lang }: DashboardWords,
  text: string,
  most = mostFound,
) {
  const products = await productsToPick(systemWorld(), seller.caller(true), text, most);
  return products.map(({ name, price }) => ({ name, price: fieldAmount(price, lang) }));
}

/** A sent form with what a picked customer or product says by itself, where nothing else was typed. */
export async function withPicked(
  seller: CurrentSeller,
  sent: SentForm,
  { lang }: DashboardWords,
): Promise<SentForm> {
  const [world, caller] = [systemWorld(), seller.caller(true)];
  const unpriced = Object.keys(sent).filter((name) => isUnpriced(sent, name));
  const names = unpriced.map((name) => sentText(sent, name));
  const [customer, prices] = await Promise.all([
    pickedCustomer(world, caller, sentText(sent, "customerName")),
    names.length > 0 ? pricesByName(world, caller, names) : new Map<string, never>(),
  ]);
  const filled: Record<string, string> = {};
  for (const name of unpriced) {
    const price = prices.get(sentText(sent, name));
    if (price) filled[name.replace("description", "unitPrice")] = fieldAmount(price, lang);
  }
  return { ...sent, ...filled, ...(customer ? customerFields(customer, sent) : {}) };
}

function isUnpriced(sent: SentForm, name: string): boolean {
  const row = /^description\.(\d+)$/.exec(name)?.[1];
  return row !== undefined && sentText(sent, name) !== "" && sentText(sent, `unitPrice.${row}`) === "";
}

/** A contact that was typed stays. */
function customerFields({ name, email, phone, label }: CustomerPick, sent: SentForm) {
  return {
    customerName: name || label,
    customerEmail: sentText(sent, "customerEmail") || (email ?? ""),
    customerPhone: sentText(sent, "customerPhone") || (phone ?? ""),
  };
}
