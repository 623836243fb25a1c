import { Button, ButtonLink } from "@/components/ui/button";
import { Input, Select } from "@/components/ui/field";
import { paymentStatuses } from "@/lib/domain/order";
import { type Filters, hrefWith, isFiltered, sources } from "./filters";
import { ordersPath } from "./paths";
import { paymentWords, sourceWords } from "./words";

/** A plain form: the filters are in the address. */
export function OrderFilters({ filters }: { filters: Filters }) {
  const any = { value: "", label: "Any" };
  return (
    <form
      method="get"
      action={ordersPath}
      className="mb-6 grid items-end gap-3 sm:grid-cols-2 nav:grid-cols-[2fr_1fr_1fr_2fr_auto_auto_auto]"
    >
      <Input
        name="search"
        label="Number, name or phone"
        type="search"
        defaultValue={filters.search}
        maxLength={254}
      />
      <Select
        name="payment_status"
        label="Payment"
        defaultValue={filters.status ?? ""}
        options={[any, ...paymentStatuses.map((value) => ({ value, label: paymentWords[value].word }))]}
      />
      <Select
        name="source"
        label="Source"
        defaultValue={filters.source ?? ""}
        options={[any, ...sources.map((value) => ({ value, label: sourceWords[value] }))]}
      />
      <Input
        name="email"
        label="Customer's e-mail"
        inputMode="email"
        autoCapitalize="off"
        defaultValue={filters.email}
        maxLength={254}
      />
      <Button>Show</Button>
      <ButtonLink href={hrefWith(filters, 1, "/export")} download>
        Download CSV
      </ButtonLink>
      {isFiltered(filters) ? (
        <ButtonLink look="quiet" href={ordersPath}>
          Clear filters
        </ButtonLink>
      ) : null}
    </form>
  );
}
