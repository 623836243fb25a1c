import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button, ButtonLink } from "@/components/ui/button";
import { Input, Select } from "@/components/ui/field";
import { type Filters, hrefWith, isFiltered } from "./filters";
import { subscriptionsPath } from "./paths";

/** A plain form: the filters are in the address, and the tab stays. */
export function SubscriptionFilterForm({
  filters,
  products,
  words,
}: {
  filters: Filters;
  products: { id: number; name: string }[];
  words: DashboardWords;
}) {
  return (
    <form
      method="get"
      action={subscriptionsPath}
      className="mb-6 grid grid-cols-2 items-end gap-3 sm:grid-cols-2 nav:grid-cols-[2fr_2fr_2fr_auto_auto_auto]"
    >
      {filters.view ? <input type="hidden" name="view" value={filters.view} /> : null}
      <Input
        name="ref"
        label={words.text("ref")}
        defaultValue={filters.ref}
        maxLength={191}
        autoCapitalize="off"
      />
      <Input
        name="email"
        label={words.text("buyerEmail")}
        inputMode="email"
        autoCapitalize="off"
        defaultValue={filters.email}
        maxLength={254}
      />
      <Select
        name="product"
        label={words.text("product")}
        defaultValue={filters.productId === null ? "" : String(filters.productId)}
        options={[
          { value: "", label: words.text("any") },
          ...products.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Button>{words.text("show")}</Button>
      <ButtonLink href={hrefWith(filters, {}, "/export")} download>
        {words.text("downloadCsv")}
      </ButtonLink>
      {isFiltered(filters) ? (
        <ButtonLink look="quiet" href={hrefWith(filters, { ref: "", email: "", productId: null })}>
          {words.text("clearFilters")}
        </ButtonLink>
      ) : null}
    </form>
  );
}
