import type { ReactNode } from "react";
import { at, type Json, membersOf } from "@/lib/api/openapi-finish";
import { type ApiFacts, listOf, type Operation, textOf } from "./api-facts";
import { languages, sampleOf } from "./samples";

const keyWords: Record<string, string> = {
  any: "With live keys and test keys; the sample uses SENTE_KEY.",
  live: "With live keys only; the sample uses SENTE_LIVE_KEY.",
  test: "With test keys only; the sample uses SENTE_KEY.",
  none: "Without a key.",
};

/** One endpoint: what it is for, what it takes, how to call it, what it answers and refuses with. */
export function OperationSection({ operation, facts }: { operation: Operation; facts: ApiFacts }) {
  const { schemas } = facts;
  const query = parameterFields(operation.query, schemas);
  const body = fieldsOf(operation.body, schemas);
  // The refusals that all endpoints with keys share are listed once, elsewhere.
  const own = operation.errors.filter(({ status }) => status === "404" || status === "422");
  return (
    <section aria-labelledby={operation.id}>
      <h3 id={operation.id}>{operation.summary}</h3>
      <p className="path">
        <span className="verb">{operation.method}</span> {operation.path}
      </p>
      <p>
        {operation.description} {keyWords[operation.keys]}
      </p>
      {query.length > 0 ? <h4>Query</h4> : null}
      <Fields fields={query} marks={false} />
      {body.length > 0 ? <h4>Body</h4> : null}
      <Fields fields={body} marks={true} />
      {languages.map(({ id }) => (
        <pre key={id} className={`s s-${id}`}>
          <Coloured code={sampleOf(id, operation, facts.baseUrl)} />
        </pre>
      ))}
      {operation.path === "/openapi.json" ? null : (
        <details>
          <summary>Answer {operation.answer.status}</summary>
          <pre>{JSON.stringify(operation.answer.example, null, 2)}</pre>
        </details>
      )}
      {own.length > 0 ? (
        <ul className="codes" aria-label="Refusals of its own">
          {own.map(({ status, name }) => (
            <li key={name}>
              {status} <a href={`/docs/errors/${name}`}>{name}</a>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** The members of one kind of object, once for all endpoints that answer it. */
export function ObjectSection({ name, facts }: { name: string; facts: ApiFacts }) {
  const schema = facts.schemas[name];
  return (
    <details>
      <summary>Members of {name}</summary>
      <Fields fields={fieldsOf(schema, facts.schemas)} marks={false} />
      <pre>{JSON.stringify(at(schema, "example"), null, 2)}</pre>
    </details>
  );
}

type Schemas = { [name: string]: Json };

interface Field {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

/** Members of an object, with their type in words. Members of members are named with a dot. */
export function Fields({ fields, marks }: { fields: Field[]; marks: boolean }) {
  if (fields.length === 0) return null;
  return (
    <dl className="fields">
      {fields.map((field) => (
        <div key={field.name}>
          <dt>
            <code>{field.name}</code>
          </dt>
          <dd>
            <span className="soft">
              {field.type}
              {marks && field.isRequired ? ", required" : ""}
            </span>
            {field.description ? <> · {field.description}</> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function fieldsOf(schema: Json | undefined, schemas: Schemas, prefix = ""): Field[] {
  const object = resolve(schema, schemas);
  const required = listOf(at(object, "required"));
  return Object.entries(membersOf(at(object, "properties"))).flatMap(([name, one]) => {
    const field = {
      name: prefix + name,
      type: typeOf(one, schemas),
      isRequired: required.includes(name),
      description: textOf(at(one, "description")),
    };
    const inner = innerOf(one, schemas);
    return inner && prefix.length < 12 ? [field, ...fieldsOf(inner, schemas, `${prefix}${name}.`)] : [field];
  });
}

export function parameterFields(parameters: Json[], schemas: Schemas): Field[] {
  return parameters.map((parameter) => ({
    name: textOf(at(parameter, "name")),
    type: typeOf(at(parameter, "schema"), schemas),
    isRequired: at(parameter, "required") === true,
    description: textOf(at(parameter, "description")) || textOf(at(parameter, "schema", "description")),
  }));
}

/** "integer", "text or null", "active | paused". */
export function typeOf(given: Json | undefined, schemas: Schemas): string {
  const schema = resolve(given, schemas);
  const options = listOf(at(schema, "anyOf"));
  if (options.length > 0) return options.map((one) => typeOf(one, schemas)).join(" or ");
  const fixed = at(schema, "const");
  if (fixed !== undefined) return JSON.stringify(fixed);
  const values = listOf(at(schema, "enum"));
  if (values.length > 0) return values.map((value) => (value === null ? "null" : String(value))).join(" | ");
  const type = at(schema, "type");
  const names = Array.isArray(type) ? type : [type ?? "object"];
  const format = textOf(at(schema, "format"));
  return names.map((name) => word(String(name), format, schema, schemas)).join(" or ");
}

function word(name: string, format: string, schema: Json | undefined, schemas: Schemas): string {
  if (name === "array") return `list of ${typeOf(at(schema, "items"), schemas)}`;
  if (name !== "string") return name;
  const words: Record<string, string> = { "date-time": "timestamp", date: "date", uri: "URL" };
  return words[format] ?? "string";
}

/** What has members of its own worth listing. */
function innerOf(given: Json, schemas: Schemas): Json | null {
  const schema = resolve(given, schemas);
  const option = listOf(at(schema, "anyOf")).find((one) => at(resolve(one, schemas), "properties"));
  const inner = at(schema, "properties") ? schema : (option ?? at(schema, "items"));
  const found = resolve(inner, schemas);
  return found !== undefined && at(found, "properties") ? found : null;
}

function resolve(schema: Json | undefined, schemas: Schemas): Json | undefined {
  const reference = at(schema, "$ref");
  return typeof reference === "string" ? schemas[reference.split("/").pop() ?? ""] : schema;
}

/** Strings, names of variables, words of the languages: enough to read a sample, and no more. */
const parts =
  /(?<text>"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`)|(?<name>\$\{?\w+\}?)|\b(?<word>curl|const|await|import|from|export|return|function|if|else|true|false|null|node|def|in|isinstance)\b/g;

/** A sample in colours, made on the server: the page runs no script. */
export function Coloured({ code }: { code: string }) {
  const found: ReactNode[] = [];
  let end = 0;
  for (const match of code.matchAll(parts)) {
    const { text, name, word } = match.groups ?? {};
    found.push(code.slice(end, match.index));
    if (text) found.push(<i key={match.index}>{text}</i>);
    if (name) found.push(<em key={match.index}>{name}</em>);
    if (word) found.push(<b key={match.index}>{word}</b>);
    end = match.index + match[0].length;
  }
  return (
    <>
      {found}
      {code.slice(end)}
    </>
  );
}
