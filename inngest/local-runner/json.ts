export type JsonRecord = Record<string, unknown>;

/** True for a JSON object: not null, not an array. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The parsed text, or undefined where it is not JSON. JSON itself has no undefined, so the two cannot be confused. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text under a key, or undefined when it is absent or something else. */
export function textAt(record: JsonRecord, key: string): string | undefined {
  const value = record[key];
  return typeof value === "string" ? value : undefined;
}
