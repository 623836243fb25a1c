import { dayOf, emailOf, numberOf, oneOf, ticked, type Values } from "@/app/_lists/filters";
import { ButtonLink } from "@/components/ui/button";
import { addDays, instantAt } from "@/lib/domain/civil-date";
import { type AuditFilters, listAudit } from "@/lib/services/desk/audit/log";
import { titledForOperator } from "../desk";
import { operatorListPage } from "../operator-page";
import { AuditEntry } from "./audit-list";

/** The prefixes of action names, by kind of object. */
const kinds = {
  "store.": "audit_stores",
  "rail.": "audit_rails",
  "task.": "audit_tasks",
  payout: "audit_payouts",
  "order.": "audit_orders",
  "suspense.": "audit_suspense",
  "api_key.": "audit_keys",
  webhook: "audit_webhooks",
  "payment_link.": "audit_links",
  "invoice.": "audit_invoices",
  "product.": "audit_products",
  "account.": "audit_accounts",
  "sign_in.": "audit_sign_ins",
  "operator.": "audit_operators",
  "correction.": "audit_corrections",
  "invariants.": "audit_books",
  "log.": "audit_log",
} as const;

// Safe: the keys of a literal are exactly its type's; Object.keys forgets them.
const names = Object.keys(kinds) as [keyof typeof kinds];

const filters = {
  action: oneOf("auditWhat", names, (name) => kinds[name], "anything"),
  store: numberOf("storeNumber"),
  email: emailOf("byWhom"),
  all: ticked("alsoService"),
  from: dayOf("auditFrom"),
  until: dayOf("auditUntil"),
};

function wanted(
  { action, store, email, from, until, all }: Values<typeof filters>,
  timeZone: string,
): AuditFilters {
  return {
    ...(action ? { action } : {}),
    ...(store ? { storeId: Number(store) } : {}),
    ...(email ? { email } : {}),
    ...(from ? { from: instantAt(from, 0, timeZone) } : {}),
    ...(until ? { until: instantAt(addDays(until, 1), 0, timeZone) } : {}),
    peopleOnly: all === "",
  };
}

export const generateMetadata = titledForOperator("opsAudit");

export default operatorListPage("audit", {
  path: "/ops/audit",
  filters,
  perPage: 20,
  read: async ({ world, operator, timeZone }, values, page) => {
    const { rows, hasMore } = await listAudit(world, operator, wanted(values, timeZone), page);
    return { rows, total: null, isMore: hasMore };
  },
  head: ({ words }) => ({
    title: words.text("opsAudit"),
    purpose: words.text("auditPurpose"),
    actions: (
      <>
        <ButtonLink href="/ops/audit/export?as=csv">{words.text("auditFileCsv")}</ButtonLink>
        <ButtonLink href="/ops/audit/export?as=jsonl">{words.text("auditFileJsonl")}</ButtonLink>
      </>
    ),
  }),
  item: (row, { words, timeZone }) => <AuditEntry row={row} words={words} timeZone={timeZone} />,
  empty: { noneMatches: "noAudit", none: ({ words }) => ({ sentence: words.text("noAudit") }) },
});
