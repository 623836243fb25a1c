import { notFound } from "next/navigation";
import type { Fields } from "@/app/_forms/fields";
import { found } from "@/app/service-name";
import { idField } from "@/lib/auth/guarded-action";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readCustomer } from "@/lib/services/people/customers/detail";
import type { Thing } from "../act-page";
import { customerPath } from "../paths";

/** The number in the address of a customer's page. */
export function customerId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) notFound();
  return Number(text);
}

/** What acts about customers are about. */
export const customer: Thing<Awaited<ReturnType<typeof readCustomer>>["row"], number> = {
  section: "customers",
  id: idField,
  find: async (seller, id) =>
    (await found(readCustomer(systemWorld(), seller.caller(true), customerId(id)))).row,
  sent: ({ id }) => ({ id: String(id) }),
  back: ({ id, name }, words) => ({
    href: customerPath(id),
    text: words.text("backTo", { number: words.named(name) }),
  }),
};

/** The form of a customer. */
export const customerFields = {
  name: { kind: "text", label: "customerName" },
  email: { kind: "text", inputMode: "email", label: "customerEmail", help: "emailOrPhone" },
  phone: { kind: "text", label: "phone" },
  company: { kind: "text", label: "company", folded: true },
  address: { kind: "text", label: "addressLine", folded: true },
  city: { kind: "text", label: "city", folded: true },
  country: { kind: "text", label: "country", folded: true },
} satisfies Fields;
