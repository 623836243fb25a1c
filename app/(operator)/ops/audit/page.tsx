import type { Metadata } from "next";
import { Button, ButtonLink } from "@/components/ui/button";
import { Checkbox, Input, Select } from "@/components/ui/field";
import { PageHeader } from "@/components/ui/page-header";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { normalizeEmail } from "@/lib/domain/text";
import { type AuditFilters, listAudit } from "@/lib/services/operator/list-audit";
import { systemWorld } from "@/lib/services/system-world";
import { OperatorPage } from "../operator-page";
import { hrefOf, pageOf, readSearch, type Search } from "../search-of";
import { AuditList } from "./audit-list";

export const metadata: Metadata = { title: "Audit log" };

const path = "/ops/audit";
const perPage = 50;

/** The beginnings of actions' names, and what they are about. */
const kinds = [
  { value: "store.", label: "Stores" },
  { value: "rail.", label: "Rails" },
  { value: "task.", label: "Tasks" },
  { value: "payout", label: "Payouts and their accounts" },
  { value: "order.", label: "Orders and refunds" },
  { value: "suspense.", label: "Money set aside" },
  { value: "api_key.", label: "API keys" },
  { value: "webhook", label: "Webhooks" },
  { value: "payment_link.", label: "Payment links" },
  { value: "invoice.", label: "Invoices" },
  { value: "product.", label: "Products" },
  { value: "account.", label: "Accounts" },
  { value: "operator.", label: "Operators" },
  { value: "invariants.", label: "Checks of the books" },
];

export default async function AuditPage({ searchParams }: { searchParams: Search }) {
  const person = await currentOperator();
  const one = readSearch(await searchParams);
  const page = pageOf(one);
  const typed = {
    action: kinds.find(({ value }) => value === one("action"))?.value ?? "",
    store: /^[1-9]\d{0,8}$/.test(one("store")) ? one("store") : "",
    email: normalizeEmail(one("email")),
    from: isDay(one("from")) ? one("from") : "",
    until: isDay(one("until")) ? one("until") : "",
    all: one("all") === "1" ? "1" : "",
  };
  const { rows, hasMore } = await listAudit(systemWorld(), await operatorCaller(), filtersOf(typed), {
    skip: (page - 1) * perPage,
    take: perPage,
  });
  return (
    <OperatorPage person={person} section="audit">
      <PageHeader
        title="Audit log"
        purpose="Who did what, and why. Lines are written with the act and can never be changed. Times are UTC."
      />
      <AuditFilterForm typed={typed} />
      <AuditList rows={rows} empty="Nothing in the log matches these filters." />
      <nav aria-label="Pages" className="mt-4 flex justify-end gap-2">
        {page > 1 ? <ButtonLink href={hrefOf(path, { ...typed, page: page - 1 })}>Newer</ButtonLink> : null}
        {hasMore ? <ButtonLink href={hrefOf(path, { ...typed, page: page + 1 })}>Older</ButtonLink> : null}
      </nav>
    </OperatorPage>
  );
}

interface Typed {
  action: string;
  store: string;
  email: string;
  from: string;
  until: string;
  all: string;
}

function filtersOf({ action, store, email, from, until, all }: Typed): AuditFilters {
  const dayMs = 24 * 60 * 60 * 1000;
  return {
    ...(action ? { action } : {}),
    ...(store ? { storeId: Number(store) } : {}),
    ...(email ? { email } : {}),
    ...(from ? { from: new Date(from) } : {}),
    ...(until ? { until: new Date(new Date(until).getTime() + dayMs) } : {}),
    peopleOnly: all === "",
  };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(new Date(text).getTime());
}

/** A plain form: the filters are in the address. */
function AuditFilterForm({ typed }: { typed: Typed }) {
  return (
    <form method="get" action={path} className="mb-6 grid grid-cols-2 items-end gap-3 nav:grid-cols-4">
      <Select
        name="action"
        label="What"
        defaultValue={typed.action}
        options={[{ value: "", label: "Anything" }, ...kinds]}
      />
      <Input name="store" label="Store’s number" inputMode="numeric" defaultValue={typed.store} />
      <Input
        name="email"
        label="By whom (address)"
        inputMode="email"
        autoCapitalize="off"
        defaultValue={typed.email}
        maxLength={254}
      />
      <Checkbox name="all" value="1" label="Also what the service did" defaultChecked={typed.all === "1"} />
      <div className="col-span-2 sm:col-span-1">
        <Input name="from" label="From" type="date" defaultValue={typed.from} />
      </div>
      <div className="col-span-2 sm:col-span-1">
        <Input name="until" label="Until" type="date" defaultValue={typed.until} />
      </div>
      <Button>Show</Button>
      <ButtonLink look="quiet" href={path}>
        Clear filters
      </ButtonLink>
    </form>
  );
}
