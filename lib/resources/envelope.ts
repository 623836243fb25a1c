import { z } from "zod";

/** spec, Response envelopes: a single object is inside `data`. */
export function one<Schema extends z.ZodType>(schema: Schema) {
  return z.object({ data: schema });
}

const url = z.string().meta({ format: "uri" });

const PageLinks = z
  .object({ first: url, last: url, prev: url.nullable(), next: url.nullable() })
  .meta({ id: "PageLinks", description: "Absolute URLs of this list's pages. They keep every filter." });

const PageMeta = z
  .object({
    current_page: z.int(),
    last_page: z.int().meta({ description: "At least 1." }),
    per_page: z.int().meta({ description: "The page size that was used." }),
    total: z.int(),
  })
  .meta({ id: "PageMeta", example: { current_page: 1, last_page: 3, per_page: 25, total: 61 } });

/** spec, Response envelopes: a list has its rows in `data`, newest first. */
export function many<Schema extends z.ZodType>(schema: Schema) {
  return z.object({ data: z.array(schema), links: PageLinks, meta: PageMeta });
}

export interface Page<Item> {
  data: Item[];
  links: z.infer<typeof PageLinks>;
  meta: z.infer<typeof PageMeta>;
}

/** `path` is the absolute URL of the list without a query; `filters` is the query as sent. */
export function serializePage<Item>(input: {
  items: Item[];
  total: number;
  page: number;
  perPage: number;
  path: string;
  filters: Readonly<Record<string, string>>;
}): Page<Item> {
  const lastPage = Math.max(1, Math.ceil(input.total / input.perPage));
  const link = (page: number) => {
    const query = new URLSearchParams(input.filters);
    if (query.has("per_page")) query.set("per_page", String(input.perPage));
    query.set("page", String(page));
    return `${input.path}?${query}`;
  };
  return {
    data: input.items,
    links: {
      first: link(1),
      last: link(lastPage),
      // Beyond the end, "previous" is the last page with items.
      prev: input.page > 1 ? link(Math.min(input.page - 1, lastPage)) : null,
      next: input.page < lastPage ? link(input.page + 1) : null,
    },
    meta: { current_page: input.page, last_page: lastPage, per_page: input.perPage, total: input.total },
  };
}

/** spec, Errors. `error` is absent on 404, on failed validation and on 429. */
export const ErrorBody = z
  .object({
    message: z.string().meta({ description: "What happened and what to do, for people." }),
    error: z.string().optional().meta({ description: "A code for programs, where there is one." }),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: "Problems by field name, when validation failed." }),
    channels: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: "Of delivery_failed: why each channel did not take it." }),
    request_id: z
      .string()
      .meta({ description: "Also the header Request-Id. Name it when you ask for help." }),
    doc_url: z.string().meta({ format: "uri", description: "The page that explains this error." }),
  })
  .meta({ id: "Error" });

export function serializeError(input: {
  message: string;
  error?: string | undefined;
  errors?: Record<string, string[]> | undefined;
  channels?: Record<string, string> | undefined;
  requestId: string;
  docUrl: string;
}): z.infer<typeof ErrorBody> {
  return {
    message: input.message,
    ...(input.error === undefined ? {} : { error: input.error }),
    ...(input.errors === undefined ? {} : { errors: input.errors }),
    ...(input.channels === undefined ? {} : { channels: input.channels }),
    request_id: input.requestId,
    doc_url: input.docUrl,
  };
}
