import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button, ButtonLink } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { eventTypes } from "@/lib/domain/event-types";
import type { EndpointView } from "@/lib/services/hooks/webhooks/endpoint";
import { deliveryFilters, type Filters } from "./filters";
import { eventsPath } from "./paths";

/** A plain form: the filters are in the address. */
export function EventFilters({
  filters,
  endpoints,
  words,
}: {
  filters: Filters;
  endpoints: EndpointView[];
  words: DashboardWords;
}) {
  const any = { value: "", label: words.text("any") };
  const isFiltered = filters.type || filters.delivery || filters.endpoint;
  return (
    <form
      method="get"
      action={eventsPath}
      className="mb-6 grid grid-cols-2 items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto_auto]"
    >
      <input type="hidden" name="mode" value={filters.mode} />
      <Select
        name="type"
        label={words.text("eventType")}
        defaultValue={filters.type ?? ""}
        options={[any, ...eventTypes.map((type) => ({ value: type, label: type }))]}
      />
      <Select
        name="delivery"
        label={words.text("delivery")}
        defaultValue={filters.delivery ?? ""}
        options={[
          any,
          ...deliveryFilters.map((value) => ({ value, label: words.text(`delivery_${value}`) })),
        ]}
      />
      <Select
        name="endpoint"
        label={words.text("endpoint")}
        defaultValue={filters.endpoint ? String(filters.endpoint) : ""}
        options={[any, ...endpoints.map(({ id, url }) => ({ value: String(id), label: url }))]}
      />
      <Button>{words.text("filter")}</Button>
      {isFiltered ? (
        <ButtonLink href={`${eventsPath}?mode=${filters.mode}`}>{words.text("clearFilters")}</ButtonLink>
      ) : null}
    </form>
  );
}
