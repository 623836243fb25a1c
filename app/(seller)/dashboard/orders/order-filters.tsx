import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button, ButtonLink } from "@/components/ui/button";
import { Input, Select } from "@/components/ui/field";
import { paymentStatuses } from "@/lib/domain/order";
import { type Filters, hrefWith, isFiltered } from "./filters";
import { ordersPath } from "./paths";
import { sources } from "./words";

/** A plain form: the filters are in the address. */
export function OrderFilters({ filters, words }: { filters: Filters; words: DashboardWords }) {
  const any = { value: "", label: words.text("any") };
  return (
    <form
      method="get"
      action={ordersPath}
      className="mb-6 grid grid-cols-2 items-end gap-3 sm:grid-cols-2 nav:grid-cols-[2fr_1fr_1fr_2fr_auto_auto_auto]"
    >
      <Input
        name="search"
        label={words.text("orderSearch")}
        type="search"
        defaultValue={filters.search}
        maxLength={254}
      />
      <Select
        name="payment_status"
        label={words.text("payment")}
        defaultValue={filters.status ?? ""}
        options={[any, ...paymentStatuses.map((value) => ({ value, label: words.text(`pay_${value}`) }))]}
      />
      <Select
        name="source"
        label={words.text("source")}
        defaultValue={filters.source ?? ""}
        options={[any, ...sources.map((value) => ({ value, label: words.text(`source_${value}`) }))]}
      />
      <Input
        name="email"
        label={words.text("buyerEmail")}
        inputMode="email"
        autoCapitalize="off"
        defaultValue={filters.email}
        maxLength={254}
      />
      <Button>{words.text("show")}</Button>
      <ButtonLink href={hrefWith(filters, 1, "/export")} download>
        {words.text("downloadCsv")}
      </ButtonLink>
      {isFiltered(filters) ? (
        <ButtonLink look="quiet" href={ordersPath}>
          {words.text("clearFilters")}
        </ButtonLink>
      ) : null}
    </form>
  );
}
