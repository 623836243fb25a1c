import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button, ButtonLink } from "@/components/ui/button";
import { Checkbox, Input, Select } from "@/components/ui/field";
import { isCivilDate } from "@/lib/domain/civil-date";
import {
  addressOf,
  besideForm,
  type Choice,
  carriedNumber,
  type Filter,
  type Filters,
  hasField,
  isNarrowed,
} from "./filters";
import type { Opened, Reading } from "./list";

export function choicesOf(
  name: string,
  filter: Filter,
  choices: Record<string, Choice[] | undefined>,
  words: DashboardWords,
) {
  return choices[name] ?? filter.choices?.(words) ?? [];
}

/**
 * A plain form: the filters are in the address, and those outside the form are kept. The search is always there; the
 * others open on request, so that rows are on the first screen of a phone.
 */
export function FilterForm<Who extends Reading, Row, F extends Filters>(props: Opened<Who, Row, F>) {
  const { list, values, choices, who } = props;
  const { words } = who;
  const fields = Object.entries(list.filters).filter(([, filter]) => hasField(filter));
  const others = Object.entries(list.filters).filter(([, { look }]) => look !== "search");
  const shown = fields.map(([name, filter]) => ({
    isSearch: filter.look === "search",
    field: (
      <Field
        key={name}
        {...{ name, filter, words }}
        value={values[name] ?? ""}
        choices={choicesOf(name, filter, choices, words)}
      />
    ),
  }));
  const search = shown.find(({ isSearch }) => isSearch)?.field;
  const rest = shown.filter(({ isSearch }) => !isSearch).map(({ field }) => field);
  const file = (className: string) =>
    list.csv ? (
      <ButtonLink
        className={className}
        href={addressOf(list.csv.path ?? `${list.path}/export`, values)}
        download
      >
        {words.text("downloadCsv")}
      </ButtonLink>
    ) : null;
  if (fields.length === 0 && !list.csv) return null;
  return (
    <form method="get" action={list.path} className="relative mb-4 flex flex-wrap items-end gap-2">
      {Object.entries(list.filters).map(([name, filter]) =>
        hasField(filter) || values[name] === "" ? null : (
          <input key={name} type="hidden" name={name} value={values[name]} />
        ),
      )}
      {search ? (
        <div className="flex min-w-0 flex-1 items-end gap-2 sm:flex-[0_1_26rem] [&>div]:min-w-0 [&>div]:flex-1">
          {search}
          <Button>{words.text("filter")}</Button>
        </div>
      ) : null}
      {rest.length > 0 ? (
        <details>
          <summary className="opens inline-flex min-h-11 list-none items-center rounded-sm border border-field bg-sheet px-3 font-medium hover:bg-sunk sm:min-h-9 [&::-webkit-details-marker]:hidden">
            <span className={search ? "max-sm:sr-only" : ""}>
              {words.text(search ? "moreFilters" : "filters", {
                count: countOn(Object.fromEntries(others), values),
              })}
            </span>
          </summary>
          <div className="absolute inset-x-0 top-full z-10 mt-2 grid gap-4 rounded-sm border border-field bg-sheet p-4">
            <PresetLinks {...props} />
            <div className="grid grid-cols-2 items-end gap-3 max-sm:[&>div:has([type=date])]:col-span-2 sm:grid-cols-3 nav:grid-cols-4 [&>div]:min-w-0">
              {rest}
            </div>
            <div className="flex gap-2">
              <Button look="primary">{words.text("filter")}</Button>
              {file("sm:hidden")}
            </div>
          </div>
        </details>
      ) : null}
      {file(rest.length > 0 ? "ms-auto max-sm:hidden" : "ms-auto")}
    </form>
  );
}

function countOn(filters: Filters, values: Record<string, string>): number {
  return Object.keys(filters).filter((name) =>
    isNarrowed({ [name]: filters[name] ?? carriedNumber }, { [name]: values[name] ?? "" }),
  ).length;
}

/** Spans with a name: each is a link, so it takes the place of two days that were typed before. */
function PresetLinks<Who extends Reading, Row, F extends Filters>(props: Opened<Who, Row, F>) {
  const { list, who, values } = props;
  const { words } = who;
  return Object.entries(list.filters)
    .filter(([, { look }]) => look === "presets")
    .map(([name, filter]) => (
      <ul key={name} className="flex flex-wrap gap-x-4 gap-y-1">
        {choicesOf(name, filter, {}, words).map(({ value, label }) => (
          <li key={value}>
            <a
              className="inline-flex min-h-11 items-center underline underline-offset-2 hover:decoration-2 aria-[current]:font-semibold aria-[current]:no-underline sm:min-h-6"
              aria-current={values[name] === value ? "true" : undefined}
              href={addressOf(list.path, { ...values, ...emptied(filter.unless ?? []), [name]: value })}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    ));
}

function emptied(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, ""]));
}

/** Each filter that is on, as a link to the list without it. */
export function FilterChips<Who extends Reading, Row, F extends Filters>(props: Opened<Who, Row, F>) {
  const { list, who, values, choices } = props;
  const { words } = who;
  if (!isNarrowed(list.filters, values)) return null;
  const chips = Object.entries(list.filters).flatMap(([name, filter]) => {
    const value = values[name] ?? "";
    if (!isNarrowed({ [name]: filter }, { [name]: value })) return [];
    const said = sayValue(value, filter, choicesOf(name, filter, choices, words), words);
    return [{ name, said, href: addressOf(list.path, { ...values, [name]: "" }) }];
  });
  return (
    <ul aria-label={words.text("filtersOn")} className="flex min-w-0 flex-wrap items-center gap-2">
      {chips.map(({ name, said, href }) => (
        <li key={name} className="max-w-full">
          <a
            href={href}
            aria-label={words.text("removeFilter", { filter: said })}
            className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-sm bg-sunk px-2.5 text-label hover:text-ink hover:underline sm:min-h-7"
          >
            <bdi className="truncate">{said}</bdi> <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
      <li>
        <ClearFilters {...props} look="quiet" />
      </li>
    </ul>
  );
}

/** "Payment: Paid", "From: 3 March 2026", "Yesterday". */
function sayValue(value: string, filter: Filter, choices: Choice[], words: DashboardWords): string {
  const known = choices.find((choice) => choice.value === value)?.label;
  if (filter.look === "presets") return known ?? value;
  const label = filter.label ? words.loose(filter.label, {}) : "";
  if (filter.look === "check") return label;
  return words.text("filterIs", { filter: label, value: known ?? sayTyped(value, filter, words) });
}

function sayTyped(value: string, { look }: Filter, { locale }: DashboardWords): string {
  if (look !== "day" && !(look === "hidden" && isCivilDate(value))) return value;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  return day.format(new Date(`${value}T00:00:00Z`));
}

export function ClearFilters<Who extends Reading, Row, F extends Filters>(
  props: Opened<Who, Row, F> & { look?: "quiet" },
) {
  const { list, who, values, look } = props;
  return (
    <ButtonLink {...(look ? { look } : {})} href={addressOf(list.path, besideForm(list.filters, values))}>
      {who.words.text("clearFilters")}
    </ButtonLink>
  );
}

interface FieldProps {
  name: string;
  filter: Filter;
  value: string;
  choices: Choice[];
  words: DashboardWords;
}

const inputs = {
  search: { type: "search", maxLength: 254 },
  text: { maxLength: 254, autoCapitalize: "off" },
  number: { inputMode: "numeric", maxLength: 9 },
  amount: { inputMode: "decimal", maxLength: 30 },
  email: { inputMode: "email", maxLength: 254, autoCapitalize: "off" },
  day: { type: "date" },
} as const;

function Field({ name, filter, value, choices, words }: FieldProps) {
  const { look, placeholder } = filter;
  const label = filter.label ? words.loose(filter.label, {}) : name;
  switch (look) {
    case "tabs":
    case "presets":
    case "hidden":
      return null;
    case "check":
      return <Checkbox name={name} value="1" label={label} defaultChecked={value === "1"} />;
    case "select": {
      const none = filter.any ? [{ value: "", label: words.loose(filter.any, {}) }] : [];
      if (none.length + choices.length < 2) return null;
      return <Select name={name} label={label} defaultValue={value} options={[...none, ...choices]} />;
    }
    case "search":
      // On a phone its label stands in it, so that rows begin higher.
      return (
        <Input
          {...inputs[look]}
          {...{ name, placeholder: placeholder ?? label, defaultValue: value }}
          label={<span className="max-sm:sr-only">{label}</span>}
          className={placeholder ? "" : "sm:placeholder:text-transparent"}
        />
      );
    default:
      return <Input {...inputs[look]} {...{ name, label, placeholder }} defaultValue={value} />;
  }
}
