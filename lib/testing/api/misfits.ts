/**
 * Where a value is not what its schema in the API's description says: JSON Schema as we write it, and nothing more.
 * Members that are not described are told as well.
 */
// biome-ignore lint/suspicious/noExplicitAny: values of every shape.
export function misfits(schemas: Record<string, any>, value: any, given: any, where: string): string[] {
  const schema = given.$ref ? schemas[given.$ref.split("/").pop()] : given;
  if (schema.anyOf) {
    const fits = schema.anyOf.some((one: object) => misfits(schemas, value, one, where).length === 0);
    return fits ? [] : [`${where} fits nothing`];
  }
  if (schema.const !== undefined) return value === schema.const ? [] : [`${where} is not ${schema.const}`];
  if (schema.enum) return schema.enum.includes(value) ? [] : [`${where} is not in the list`];
  const types = [schema.type].flat();
  if (value === null) return types.includes("null") ? [] : [`${where} is null`];
  if (Array.isArray(value))
    return types.includes("array")
      ? value.flatMap((one, at) => misfits(schemas, one, schema.items, `${where}[${at}]`))
      : [`${where} is a list`];
  if (typeof value === "object") {
    const missing = (schema.required ?? []).filter((name: string) => !(name in value));
    const unknown = Object.keys(value).filter((name) => schema.properties && !(name in schema.properties));
    return [
      ...missing.map((name: string) => `${where}.${name} is missing`),
      ...unknown.map((name) => `${where}.${name} is not described`),
      ...Object.entries(value).flatMap(([name, one]) =>
        schema.properties?.[name] ? misfits(schemas, one, schema.properties[name], `${where}.${name}`) : [],
      ),
    ];
  }
  const kind = typeof value === "number" && Number.isInteger(value) ? ["integer", "number"] : [typeof value];
  return kind.some((one) => types.includes(one)) ? [] : [`${where} is a ${kind[0]}`];
}
