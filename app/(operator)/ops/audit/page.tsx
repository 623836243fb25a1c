import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button, ButtonLink } from "@/components/ui/button";
import { Checkbox, Input, Select } from "@/components/ui/field";
import { PageHeader } from "@/components/ui/page-header";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { normalizeEmail } from "@/lib/domain/text";
import { type AuditFilters, listAudit } from "@/lib/services/desk/operator/list-audit";
import { systemWorld } from "@/lib/services/desk/system-world";
import { OperatorPage } from "../operator-page";
import { hrefOf, pageOf, readSearch, type Search } from "../search-of";
import { operatorWords, titledForOperator } from "../words";
import { AuditList } from "./audit-list";

export const generateMetadata = titledForOperator("opsAudit");

const path = "/ops/audit";
const perPage = 50;

/** The beginnings of actions' names, and what they are about. */
const kinds = [
  { value: "store.", key: "audit_stores" },
  { value: "rail.", key: "audit_rails" },
  { value: "task.", key: "audit_tasks" },
  { value: "payout", key: "audit_payouts" },
  { value: "order.", key: "audit_orders" },
  { value: "suspense.", key: "audit_suspense" },
  { value: "api_key.", key: "audit_keys" },
  { value: "webhook", key: "audit_webhooks" },
  { value: "payment_link.", key: "audit_links" },
  { value: "invoice.", key: "audit_invoices" },
  { value: "product.", key: "audit_products" },
  { value: "account.", key: "audit_accounts" },
  { value: "sign_in.", key: "audit_sign_ins" },
  { value: "operator.", key: "audit_operators" },
  { value: "correction.", key: "audit_corrections" },
  { value: "invariants.", key: "audit_books" },
] as const;

export default async function AuditPage({ searchParams }: { searchParams: Search }) {
  const person = await currentOperator();
  const words = operatorWords(person);
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
      <PageHeader title={words.text("opsAudit")} purpose={words.text("auditPurpose")} />
      <AuditFilterForm typed={typed} words={words} />
      <AuditList rows={rows} empty={words.text("noAudit")} words={words} />
      <nav aria-label={words.text("pages")} className="mt-4 flex justify-end gap-2">
        {page > 1 ? (
          <ButtonLink href={hrefOf(path, { ...typed, page: page - 1 })}>{words.text("newer")}</ButtonLink>
        ) : null}
        {hasMore ? (
          <ButtonLink href={hrefOf(path, { ...typed, page: page + 1 })}>{words.text("older")}</ButtonLink>
        ) : null}
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
function AuditFilterForm({ typed, words }: { typed: Typed; words: DashboardWords }) {
  return (
    <form method="get" action={path} className="mb-6 grid grid-cols-2 items-end gap-3 nav:grid-cols-4">
      <Select
        name="action"
        label={words.text("auditWhat")}
        defaultValue={typed.action}
        options={[
          { value: "", label: words.text("anything") },
          ...kinds.map(({ value, key }) => ({ value, label: words.text(key) })),
        ]}
      />
      <Input name="store" label={words.text("storeNumber")} inputMode="numeric" defaultValue={typed.store} />
      <Input
        name="email"
        label={words.text("byWhom")}
        inputMode="email"
        autoCapitalize="off"
        defaultValue={typed.email}
        maxLength={254}
      />
      <Checkbox name="all" value="1" label={words.text("alsoService")} defaultChecked={typed.all === "1"} />
      <div className="col-span-2 sm:col-span-1">
        <Input name="from" label={words.text("auditFrom")} type="date" defaultValue={typed.from} />
      </div>
      <div className="col-span-2 sm:col-span-1">
        <Input name="until" label={words.text("auditUntil")} type="date" defaultValue={typed.until} />
      </div>
      <Button>{words.text("show")}</Button>
      <ButtonLink look="quiet" href={path}>
        {words.text("clearFilters")}
      </ButtonLink>
    </form>
  );
}
