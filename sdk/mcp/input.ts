import { isMembers, type Members, type Property, type Schema } from "./protocol.ts";

/** What is wrong with the arguments of a tool, in one sentence each. Whether the values make sense, the API says. */
export function problemsOf(schema: Schema, given: Members, within = ""): string[] {
  const missing = (schema.required ?? []).filter((name) => given[name] === undefined);
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(schema.properties, name));
  return [
    ...missing.map((name) => `${within}${name} is missing.`),
    ...unknown.map((name) => `There is no ${within}${name.slice(0, 40)}.`),
    ...Object.entries(schema.properties).flatMap(([name, property]) =>
      given[name] === undefined ? [] : misfits(property, given[name], within + name),
    ),
  ];
}

function misfits(property: Property, value: unknown, name: string): string[] {
  const { type, maxLength = Infinity, minimum = -Infinity, maxItems = Infinity, items } = property;
  if (type === "array") {
    if (!Array.isArray(value) || value.length === 0 || value.length > maxItems)
      return [`${name} must be a list of 1 to ${maxItems}.`];
    if (!items) return [];
    return value.flatMap((one, at) =>
      isMembers(one) ? problemsOf(items, one, `${name}[${at}].`) : [`${name}[${at}] must be an object.`],
    );
  }
  const kind = type === "integer" ? "number" : type;
  if (typeof value !== kind) return [`${name} must be a ${kind === "string" ? "text" : kind}.`];
  if (property.enum && !property.enum.includes(String(value)))
    return [`${name} must be one of ${property.enum.join(", ")}.`];
  if (typeof value === "string" && value.length > maxLength)
    return [`${name} must have at most ${maxLength} characters.`];
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) return [`${name} is not a whole text.`];
  if (type === "integer" && !Number.isSafeInteger(value)) return [`${name} must be a whole number.`];
  if (typeof value === "number" && value < minimum) return [`${name} must be at least ${minimum}.`];
  return [];
}

const text = (description: string, maxLength = 255): Property => ({
  type: "string",
  description,
  maxLength,
});

/** The kinds of arguments. */
export const of = {
  text,
  number: (description: string, minimum = 0): Property => ({ type: "number", description, minimum }),
  count: (description: string): Property => ({ type: "integer", description, minimum: 1 }),
  yes: (description: string): Property => ({ type: "boolean", description }),
  one: (description: string, values: readonly string[]): Property => ({
    type: "string",
    description,
    enum: values,
  }),
  list: (description: string, maxItems: number, items: Schema): Property => ({
    type: "array",
    description,
    maxItems,
    items,
  }),
  page: { type: "integer", description: "Which page, from 1.", minimum: 1 } as Property,
};

export function shape(properties: Record<string, Property>, required: readonly string[] = []): Schema {
  return { type: "object", properties, required, additionalProperties: false };
}
