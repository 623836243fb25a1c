import { CronExpressionParser } from "cron-parser";

/**
 * The first instant after `afterMs` (milliseconds since 1970) at which a cron trigger is due. An expression may begin
 * with `TZ=Africa/Kampala`, as on an Inngest server; without it the zone is UTC. Throws for an invalid expression.
 */
export function nextTick(expression: string, afterMs: number): number {
  const match = /^TZ=(\S+)\s+(.+)$/.exec(expression);
  const [zone, fields] = match ? [match[1], match[2]] : ["UTC", expression];
  return CronExpressionParser.parse(fields ?? expression, { currentDate: new Date(afterMs), tz: zone })
    .next()
    .getTime();
}
