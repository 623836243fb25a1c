import { moment } from "@/app/_lists/cells";
import { type CsvColumn, csv, csvMoney, csvOf, csvTime } from "@/app/_lists/csv";
import { searchFor } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { Amount } from "@/components/dashboard/amount";
import { ButtonLink } from "@/components/ui/button";
import { may } from "@/lib/domain/roles";
import { type ListedCustomer, listPaidCustomers, walkCustomers } from "@/lib/services/people/customers/list";
import { type AtStore, sellerList } from "../seller-list";
import { customerPath, customersPath } from "./paths";

const columns: Column<ListedCustomer>[] = [
  {
    label: "customerName",
    cell: ({ row }, { words }) => (
      <a href={customerPath(row.id)} className="underline-offset-2 hover:underline">
        <bdi>{row.name}</bdi>
        {row.status === "blocked" ? <span className="text-ink-2"> {words.text("blockedMark")}</span> : null}
      </a>
    ),
  },
  { label: "customerEmail", cell: ({ row }) => <bdi className="break-all">{row.email}</bdi> },
  { label: "phone", cell: ({ row }) => row.phone },
  {
    label: "lastPayment",
    onPhone: "lastPaid",
    cell: ({ lastPaidAt }, reading) => moment(lastPaidAt, reading, reading.words.text("never")),
  },
  {
    label: "lifetimeValue",
    align: "end",
    cell: ({ lifetimeMinor, currency }, { words }) => (
      <Amount lang={words.lang} minor={lifetimeMinor} currency={currency} />
    ),
  },
];

/** They can be imported again. */
const csvColumns: CsvColumn<ListedCustomer>[] = [
  csv("id", ({ row }) => row.id),
  csv("name", ({ row }) => row.name),
  csv("email", ({ row }) => row.email),
  csv("phone", ({ row }) => row.phone),
  csv("company", ({ row }) => row.company),
  csv("country", ({ row }) => row.country),
  csv("city", ({ row }) => row.city),
  csv("address", ({ row }) => row.address),
  csv("status", ({ row }) => row.status),
  csv("source", ({ row }) => row.source),
  csv("currency", ({ currency }) => currency),
  csvMoney("lifetime_value", ({ lifetimeMinor }) => lifetimeMinor),
  csvTime("last_payment", ({ lastPaidAt }) => lastPaidAt),
  csvTime("customer_since", ({ row }) => row.customerSince),
];

function mayAdd({ seller }: AtStore): boolean {
  return may(seller.role, "customer.change");
}

export const customerList = sellerList({
  path: customersPath,
  filters: { search: searchFor("customerSearch") },
  read: ({ world, caller }, values, page) => listPaidCustomers(world, caller, values, page),
  keyOf: ({ row }) => String(row.id),
  head: (who) => ({
    title: who.words.text("customers"),
    purpose: who.words.text("customersPurpose"),
    actions: mayAdd(who) ? (
      <>
        <ButtonLink href={`${customersPath}/import`}>{who.words.text("importThem")}</ButtonLink>
        <ButtonLink look="primary" href={`${customersPath}/new`}>
          {who.words.text("addCustomer")}
        </ButtonLink>
      </>
    ) : null,
  }),
  caption: "customersCaption",
  columns,
  empty: {
    noneMatches: "nobodyMatches",
    pastTheEnd: "notSoMany",
    none: (who) => ({
      sentence: who.words.text("noCustomer"),
      action: mayAdd(who) ? (
        <ButtonLink href={`${customersPath}/import`}>{who.words.text("importCustomers")}</ButtonLink>
      ) : undefined,
    }),
  },
  csv: {
    name: ({ seller }) => `customers-${seller.store.slug}`,
    pieces: csvOf(csvColumns, ({ world, caller }: AtStore, values: { search: string }) =>
      walkCustomers(world, caller, values),
    ),
  },
});
