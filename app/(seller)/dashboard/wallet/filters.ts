import { addDays, instantAt, isCivilDate } from "@/lib/domain/civil-date";
import { isCurrency } from "@/lib/domain/money";
import {
  type StatementFilters,
  type StatementGroup,
  statementGroups,
} from "@/lib/services/money/wallet/statement";
import { walletPath } from "./paths";

/** What the address asks of the statement. Values that mean nothing are left out rather than refused. */
export interface Filters {
  currency: string;
  group: StatementGroup | null;
  /** Days where the store is, both included; empty for none. */
  from: string;
  to: string;
  page: number;
}

export function filtersOf(
  search: Record<string, string | string[] | undefined>,
  storeCurrency: string,
): Filters {
  const one = (name: string) => (typeof search[name] === "string" ? search[name] : "");
  const day = (name: string) =>
    isCivilDate(one(name)) && /^(19[7-9]|20|21)/.test(one(name)) ? one(name) : "";
  return {
    currency: isCurrency(one("currency")) ? one("currency") : storeCurrency,
    group: statementGroups.find((group) => group === one("what")) ?? null,
    from: day("from"),
    to: day("to"),
    page: /^[1-9]\d{0,5}$/.test(one("page")) ? Number(one("page")) : 1,
  };
}

/** The same as instants: a day begins at midnight where the store is. */
export function statementFilters({ currency, group, from, to }: Filters, timeZone: string): StatementFilters {
  return {
    currency,
    ...(group ? { group } : {}),
    ...(from ? { from: instantAt(from, 0, timeZone) } : {}),
    ...(to ? { to: instantAt(addDays(to, 1), 0, timeZone) } : {}),
  };
}

export function queryOf({ currency, group, from, to }: Filters): URLSearchParams {
  return new URLSearchParams({
    currency,
    ...(group ? { what: group } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  });
}

/** The same statement, another page of it. */
export function hrefWith(filters: Filters, page: number): string {
  const query = queryOf(filters);
  if (page > 1) query.set("page", String(page));
  return `${walletPath}?${query}#statement`;
}
