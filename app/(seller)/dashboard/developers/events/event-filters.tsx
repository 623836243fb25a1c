import { Button, ButtonLink } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { eventTypes } from "@/lib/domain/event-types";
import type { EndpointView } from "@/lib/services/webhooks/endpoint";
import { deliveryFilters, type Filters } from "./filters";
import { eventsPath } from "./paths";

const deliveryWords = { pending: "Waiting", succeeded: "Delivered", failed: "Failed", skipped: "Skipped" };

/** A plain form: the filters are in the address. */
export function EventFilters({ filters, endpoints }: { filters: Filters; endpoints: EndpointView[] }) {
  const any = { value: "", label: "Any" };
  const isFiltered = filters.type || filters.delivery || filters.endpoint;
  return (
    <form
      method="get"
      action={eventsPath}
      className="mb-6 grid items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto_auto]"
    >
      <input type="hidden" name="mode" value={filters.mode} />
      <Select
        name="type"
        label="Type"
        defaultValue={filters.type ?? ""}
        options={[any, ...eventTypes.map((type) => ({ value: type, label: type }))]}
      />
      <Select
        name="delivery"
        label="Delivery"
        defaultValue={filters.delivery ?? ""}
        options={[any, ...deliveryFilters.map((value) => ({ value, label: deliveryWords[value] }))]}
      />
      <Select
        name="endpoint"
        label="Endpoint"
        defaultValue={filters.endpoint ? String(filters.endpoint) : ""}
        options={[any, ...endpoints.map(({ id, url }) => ({ value: String(id), label: url }))]}
      />
      <Button>Filter</Button>
      {isFiltered ? <ButtonLink href={`${eventsPath}?mode=${filters.mode}`}>Clear filters</ButtonLink> : null}
    </form>
  );
}
