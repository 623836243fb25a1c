/** ISO 8601 with a UTC offset, whole seconds: `2026-01-31T09:30:00+00:00` (spec, rule 4). */
export function timestamp(at: Date): string {
  return `${at.toISOString().slice(0, 19)}+00:00`;
}

export function timestampOrNull(at: Date | null): string | null {
  return at && timestamp(at);
}
