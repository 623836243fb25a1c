import { apiRoot, routes } from "@/app/api/v1/routes";
import { openApiDocument } from "@/lib/api/openapi";
import { at, type Json, membersOf } from "@/lib/api/openapi-finish";
import { type RefusalCode, refusalStatuses, say } from "@/lib/domain/refusal";
import { systemWorld } from "@/lib/services/desk/system-world";
import { problemText, refusalText } from "@/lib/text/problem";

/** The description of this site's API, as JSON: the reference is made from what is served at /openapi.json. */
export interface ApiFacts {
  serviceName: string;
  siteUrl: string;
  baseUrl: string;
  schemas: { [name: string]: Json };
  operations: Operation[];
  events: { type: string; when: string; note: string; schema: Json | undefined }[];
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  tag: string;
  keys: string;
  pathParameters: Json[];
  query: Json[];
  body: Json | undefined;
  bodyExample: Json | undefined;
  answer: { status: string; schema: Json | undefined; example: Json | undefined };
  /** Of refusals, `422 not_cancellable`, in the order of their status. */
  errors: { status: string; name: string }[];
}

let known: ApiFacts | null = null;

export function apiFacts(): ApiFacts {
  known ??= readFacts();
  return known;
}

function readFacts(): ApiFacts {
  const { siteUrl, serviceName } = systemWorld().config;
  const baseUrl = siteUrl + apiRoot;
  const document = openApiDocument(routes, { serverUrl: baseUrl, serviceName });
  const operations = Object.entries(membersOf(document.paths)).flatMap(([path, item]) =>
    Object.entries(membersOf(item)).map(([method, one]) => operationOf(document, path, method, one)),
  );
  const events = Object.entries(membersOf(document.webhooks)).map(([type, item]) => ({
    type,
    when: textOf(at(item, "post", "summary")),
    note: textOf(at(item, "post", "description")),
    schema: at(item, "post", "requestBody", "content", "application/json", "schema", "properties", "data"),
  }));
  const schemas = membersOf(at(document, "components", "schemas"));
  return { serviceName, siteUrl, baseUrl, schemas, operations, events };
}

function operationOf(document: Json, path: string, method: string, one: Json): Operation {
  const parameters = listOf(at(one, "parameters"));
  const placed = (place: string) => parameters.filter((parameter) => at(parameter, "in") === place);
  const responses = Object.entries(membersOf(at(one, "responses")));
  const [status = "200", success] = responses.find(([code]) => code.startsWith("2")) ?? [];
  const content = at(success, "content", "application/json");
  return {
    id: textOf(at(one, "operationId")),
    method: method.toUpperCase(),
    path,
    summary: textOf(at(one, "summary")),
    description: textOf(at(one, "description")),
    tag: textOf(listOf(at(one, "tags"))[0]),
    keys: textOf(at(one, "x-keys")),
    pathParameters: placed("path"),
    query: placed("query"),
    body: at(one, "requestBody", "content", "application/json", "schema"),
    bodyExample: at(one, "requestBody", "content", "application/json", "example"),
    answer: { status, schema: at(content, "schema"), example: at(content, "example") },
    errors: responses.flatMap(([code, response]) => {
      const names = Object.keys(
        membersOf(at(resolved(document, response), "content", "application/json", "examples")),
      );
      return names.map((name) => ({ status: code, name }));
    }),
  };
}

function resolved(document: Json, value: Json): Json | undefined {
  const reference = at(value, "$ref");
  return typeof reference === "string" ? at(document, ...reference.slice(2).split("/")) : value;
}

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

export interface ErrorFacts {
  name: string;
  status: number;
  message: string;
  /** Whether the body has it in `error` (spec, Errors: 404, failed validation and 429 do not). */
  isCoded: boolean;
}

const uncoded: ErrorFacts[] = [
  { name: "not_found", status: 404, message: problemText("en", say("answer.not_found")), isCoded: false },
  {
    name: "unknown_path",
    status: 404,
    message: problemText("en", say("answer.unknown_path")),
    isCoded: false,
  },
  {
    name: "validation",
    status: 422,
    message:
      "A value cannot be used. Nothing was changed. “errors” maps each field to its problems; put them right and send the request again.",
    isCoded: false,
  },
  {
    name: "too_many_requests",
    status: 429,
    message:
      "More than 120 requests in 60 seconds with one key, or 60 bad keys in a minute from one address. This one did nothing. Wait for the seconds in Retry-After.",
    isCoded: false,
  },
];

/** Every error there is a page about, in the order of its status. */
export function errorFacts(): ErrorFacts[] {
  // Safe: the keys of the table, which Object.entries forgets.
  const rows = Object.entries(refusalStatuses) as [RefusalCode, number][];
  const coded = rows.map(([name, status]) => ({
    name,
    status,
    message: refusalText("en", name),
    isCoded: true,
  }));
  return [...coded, ...uncoded].sort((a, b) => a.status - b.status);
}

/** The endpoints that refuse with it. Empty for errors of pages only. */
export function endpointsOf(name: string) {
  return apiFacts().operations.filter(({ errors }) => errors.some((one) => one.name === name));
}
