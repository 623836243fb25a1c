import { type CsvColumn, csv, csvMoney, csvTime } from "@/app/_lists/csv";
import { period, searchFor, spanOf, type Values } from "@/app/_lists/filters";
import { type Column, numbersOf } from "@/app/_lists/list";
import { moment } from "@/app/_lists/list-view";
import { ButtonLink } from "@/components/ui/button";
import { may } from "@/lib/domain/roles";
import { tagsOf } from "@/lib/services/billing/notes/notes";
import {
  type CustomerFilters,
  type ListedCustomer,
  listPaidCustomers,
  walkCustomers,
} from "@/lib/services/people/customers/list";
import { TagChips, tagActs, tagChoices, tagFilter, tagText } from "../notes/tag-chips";
import { customerPath, customersPath } from "../paths";
import { sellerBulk, sellerListPage, storeFile } from "../seller-list";
import { type AtStore, titled } from "../words";

export const generateMetadata = titled("customers");

const filters = { search: searchFor("customerSearch"), tag: tagFilter, ...period };
type Wanted = Values<typeof filters>;

function wanted(who: AtStore, values: Wanted): CustomerFilters {
  return { search: values.search, tag: values.tag, ...spanOf(who, values) };
}

/** A customer with their tags. */
type Row = ListedCustomer & { tags: string[] };

async function withTags({ world, caller }: AtStore, rows: ListedCustomer[]): Promise<Row[]> {
  const ids = rows.map(({ row }) => row.id);
  const tags = await tagsOf(world, caller, "customer", ids);
  return rows.map((row) => ({ ...row, tags: tags.get(row.row.id) ?? [] }));
}

const columns: Column<Row>[] = [
  {
    label: "customerName",
    cell: ({ row, tags }, { words }) => (
      <>
        <a href={customerPath(row.id)} className="underline-offset-2 hover:underline">
          <bdi>{words.named(row.name)}</bdi>
          {row.status === "blocked" ? <span className="text-ink-2"> {words.text("blockedMark")}</span> : null}
        </a>
        <TagChips tags={tags} />
      </>
    ),
  },
  {
    label: "contacts",
    narrow: "cut",
    // A customer whose name nobody knows is called by a contact, which need not be said twice.
    cell: ({ row }) => {
      const contacts = [row.email, row.phone].filter((contact) => contact && contact !== row.name);
      return contacts.map((contact) => (
        <bdi key={contact} className="block text-ink-2 cards:me-3 cards:inline">
          {contact}
        </bdi>
      ));
    },
  },
  {
    label: "lastPayment",
    onPhone: "lastPaid",
    cell: ({ lastPaidAt }, reading) => moment(lastPaidAt, reading, reading.words.text("never")),
  },
  {
    label: "lifetimeValue",
    money: ({ lifetimeMinor, currency }) => ({ minor: lifetimeMinor, currency }),
  },
];

/** They can be imported again. */
const csvColumns: CsvColumn<Row>[] = [
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
  csv("tags", ({ tags }) => tags.join("; ")),
];

async function* walk(who: AtStore, values: Wanted, chosen: string[] | null): AsyncGenerator<Row[]> {
  const filters = { ...wanted(who, values), ids: numbersOf(chosen) };
  for await (const rows of walkCustomers(who.world, who.caller, filters)) yield withTags(who, rows);
}

function mayAdd({ seller }: AtStore): boolean {
  return may(seller.role, "customer.change");
}

export default sellerListPage("customers", {
  path: customersPath,
  filters,
  choices: async (who, { tag }) => ({ tag: await tagChoices(who, "customer", tag) }),
  read: async (who, values, page) => {
    const found = await listPaidCustomers(who.world, who.caller, wanted(who, values), page);
    return { ...found, rows: await withTags(who, found.rows) };
  },
  keyOf: ({ row }) => String(row.id),
  bulk: sellerBulk(tagActs, ({ row }) => row.name, tagText),
  head: (who) => ({
    title: who.words.text("customers"),
    purpose: who.words.text("customersPurpose"),
    actions: mayAdd(who) ? (
      <>
        {who.seller.onlyStores ? null : (
          <ButtonLink href={`${customersPath}/import`}>{who.words.text("importThem")}</ButtonLink>
        )}
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
  csv: storeFile("customers", csvColumns, walk),
});
