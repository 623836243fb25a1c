import { problemText } from "@/components/pay/fields";
import type { PayPage } from "@/components/pay/types";
import type { PayProblem } from "@/lib/domain/pay-problem";

/** What is so now, in the words of the page. What it does not say is left out. */
interface Now {
  plan?: string;
  price?: string;
  date?: string | undefined;
  phone?: string | undefined;
  total?: string;
}

/** Of what changed between page and press: what is so now. */
export function changedOf(
  names: readonly string[],
  { plan, price, date, phone, total }: Now,
): [PayProblem, ...PayProblem[]] {
  const has = (...some: string[]) => some.some((name) => names.includes(name));
  const found: PayProblem[] = [];
  if (plan && price && has("plan", "interval", "price"))
    found.push({ field: "form", code: "plan_changed", values: { plan, price } });
  if (date && has("paid")) found.push({ field: "form", code: "paid_meanwhile", values: { date } });
  if (phone && has("phone")) found.push({ field: "phone", code: "phone_changed", values: { phone } });
  if (has("listed", "added", "discount", "total", "due"))
    found.push({ field: "amount", code: "amount_changed", ...(total ? { values: { total } } : {}) });
  const [first = { field: "form", code: "page_changed" }, ...others] = found;
  return [first, ...others];
}

/** The same for a page without the form that pays. */
export function changedTexts(page: PayPage, names: readonly string[], now: Now) {
  return changedOf(names, now).map((one) => ({ field: "form", text: problemText(page, one, {}) }));
}
