import { dayOf, emailOf, numberOf, oneOf, ticked, type Values } from "@/app/_lists/filters";
import { type AuditFilters, listAudit } from "@/lib/services/desk/operator/list-audit";
import { operatorList } from "../operator-list";
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
} as const;

const dayMs = 24 * 60 * 60 * 1000;
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

function wanted({ action, store, email, from, until, all }: Values<typeof filters>): AuditFilters {
  return {
    ...(action ? { action } : {}),
    ...(store ? { storeId: Number(store) } : {}),
    ...(email ? { email } : {}),
    ...(from ? { from: new Date(from) } : {}),
    ...(until ? { until: new Date(new Date(until).getTime() + dayMs) } : {}),
    peopleOnly: all === "",
  };
}

export const auditList = operatorList({
  path: "/ops/audit",
  filters,
  perPage: 50,
  read: async ({ world, operator }, values, page) => {
    const { rows, hasMore } = await listAudit(world, operator, wanted(values), page);
    return { rows, total: null, isMore: hasMore };
  },
  keyOf: ({ id }) => String(id),
  head: ({ words }) => ({ title: words.text("opsAudit"), purpose: words.text("auditPurpose") }),
  item: (row, { words }) => <AuditEntry row={row} words={words} />,
  empty: { noneMatches: "noAudit", none: ({ words }) => ({ sentence: words.text("noAudit") }) },
});
