const unitMs: Record<string, number> = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };

/** Milliseconds of a duration as the SDK writes it, such as `1d2h30s` (an empty text is none), or undefined. */
export function durationMs(text: string): number | undefined {
  if (!/^(?:\d+[wdhms])*$/.test(text)) return undefined;
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)([wdhms])/g))
    total += Number(count) * (unitMs[unit ?? ""] ?? 0);
  return total;
}

/** The instant at which a sleep ends. The SDK names it by a duration from now, or by a date for `sleepUntil`. */
export function wakeInstant(name: string, nowMs: number): number | undefined {
  const duration = durationMs(name);
  if (duration !== undefined) return nowMs + duration;
  const instant = Date.parse(name);
  return Number.isNaN(instant) ? undefined : instant;
}

/** The instant named by a `retry-after` header: whole seconds from now, or a date. Undefined when it is neither. */
export function retryInstant(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined || header === "") return undefined;
  if (/^\d+$/.test(header)) return nowMs + Number(header) * 1000;
  const instant = Date.parse(header);
  return Number.isNaN(instant) ? undefined : instant;
}
