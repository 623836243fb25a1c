import { addDays, civilDateIn } from "@/lib/domain/civil-date";
import { NewInvoice } from "@/lib/resources/invoice-input";
import { cancelInvoice } from "@/lib/services/billing/invoices/cancel";
import { createInvoice } from "@/lib/services/billing/invoices/create";
import { buy, type Life, zone } from "./life";
import type { Person } from "./people";

/** Bills of the shop's larger customers: who, what for, when (days before today), and what became of it. */
const bills: readonly [
  string,
  number,
  number,
  number,
  "paid" | "in parts" | "part paid" | "open" | "cancelled",
][] = [
  ["Kilimani Primary School", 40, 250, 84, "paid"],
  ["Savanna View Hotel", 120, 230, 77, "paid"],
  ["Umoja Dental Clinic", 12, 250, 70, "paid"],
  ["St Anne's Chapel, Karen", 25, 250, 63, "in parts"],
  ["Savanna View Hotel", 140, 230, 49, "paid"],
  ["Mwangaza Tailors", 8, 250, 45, "cancelled"],
  ["Kilimani Primary School", 44, 250, 42, "in parts"],
  ["Tumaini Car Wash", 60, 220, 33, "open"],
  ["Umoja Dental Clinic", 12, 250, 28, "paid"],
  ["Ngong Hills Bakery", 30, 240, 21, "part paid"],
  ["Savanna View Hotel", 150, 230, 18, "paid"],
  ["Jamii Day Care", 16, 250, 16, "open"],
  ["St Anne's Chapel, Karen", 25, 250, 9, "part paid"],
  ["Mwangaza Tailors", 10, 250, 5, "open"],
  ["Tumaini Car Wash", 55, 220, 2, "open"],
];

export function planInvoices(life: Life): void {
  const { world, seller, daysAgo, plan } = life;
  for (const [name, quantity, price, age, fate] of bills)
    plan(daysAgo(age, 9), async () => {
      const address = `${name.toLowerCase().replace(/[^a-z]+/g, ".")}@example.com`;
      const issued = civilDateIn(world.clock.now(), zone);
      const body = NewInvoice.parse({
        customer_name: name,
        customer_email: address,
        items: [{ description: "Drinking water, 20 litres", quantity, unit_price: price }],
        ...{ tax_label: "VAT", tax_rate: 16, due_on: addDays(issued, 14), allow_part_payment: true },
        send: ["email"],
      });
      const { invoice } = await createInvoice(world, seller, body);
      const payer: Person = { name, phone: life.luck.pick(life.crowd).phone, email: address };
      const pay = (amount: string | null, afterDays: number) =>
        plan(daysAgo(age - afterDays, 15), async () => {
          const byCard = amount === null && quantity > 100;
          await buy(life, payer, { kind: "invoice", invoiceId: invoice.id, amount }, { byCard });
        });
      if (fate === "paid") pay(null, 6);
      if (fate === "in parts" || fate === "part paid") pay("3000", 4);
      if (fate === "in parts") pay(null, 11);
      if (fate === "cancelled")
        plan(daysAgo(age - 1, 11), async () => void (await cancelInvoice(world, seller, invoice.id)));
    });
}
