import { Button, ButtonLink } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { type DashboardWords, dashboardWords } from "./messages/words";

const channels = ["email", "sms"] as const;
const statuses = ["queued", "sent", "failed", "kept"] as const;

export interface MessageFilterValues {
  channel: (typeof channels)[number] | null;
  status: (typeof statuses)[number] | null;
  page: number;
}

type Search = Record<string, string | string[] | undefined>;

/** What the address of the page asks for. Values that mean nothing are left out rather than refused. */
export function messageFilters(search: Search): MessageFilterValues {
  const page =
    typeof search.page === "string" && /^[1-9]\d{0,5}$/.test(search.page) ? Number(search.page) : 1;
  return {
    channel: channels.find((channel) => channel === search.channel) ?? null,
    status: statuses.find((status) => status === search.status) ?? null,
    page,
  };
}

/** The same list, another page of it. */
export function messagesHref(path: string, filters: MessageFilterValues, page: number): string {
  const query = new URLSearchParams();
  if (filters.channel) query.set("channel", filters.channel);
  if (filters.status) query.set("status", filters.status);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** A plain form: the filters are in the address. */
export function MessageFilters({
  path,
  filters,
  words = dashboardWords("en"),
}: {
  path: string;
  filters: MessageFilterValues;
  words?: DashboardWords;
}) {
  const any = { value: "", label: words.text("any") };
  return (
    <form
      method="get"
      action={path}
      className="mb-6 grid grid-cols-2 items-end gap-3 sm:grid-cols-[1fr_1fr_auto_auto]"
    >
      <Select
        name="channel"
        label={words.text("channel")}
        defaultValue={filters.channel ?? ""}
        options={[any, ...channels.map((value) => ({ value, label: words.text(`channel_${value}`) }))]}
      />
      <Select
        name="status"
        label={words.text("status")}
        defaultValue={filters.status ?? ""}
        options={[any, ...statuses.map((value) => ({ value, label: words.text(`message_${value}`) }))]}
      />
      <Button>{words.text("filter")}</Button>
      {filters.channel || filters.status ? (
        <ButtonLink href={path}>{words.text("clearFilters")}</ButtonLink>
      ) : null}
    </form>
  );
}
