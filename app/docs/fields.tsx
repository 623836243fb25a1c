import { at, type Json, membersOf } from "@/lib/api/openapi-finish";
import { listOf, textOf } from "./api-facts";

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
