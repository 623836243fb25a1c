import { addDays, type CivilDate, civilDateIn, instantAt } from "./civil-date";
import { type Interval, intervalEdge, recurrenceDay } from "./interval";

/**
 * What is known of an order to a network to pay by itself. `created`: the network is being asked. `asked`: its payer is.
 * `unsure`: nobody told whether it is there. `over`: its payer said that it is not there, or not any more.
 */
export const orderStatuses = ["created", "asked", "unsure", "active", "refused", "over"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What its payer agreed to. Days are those of the store's zone. */
export interface OrderTerms {
  interval: Interval;
  first: CivilDate;
  /** None is taken after it. */
  last: CivilDate;
}

/** Each month has this day, and it is before the end of a period that ends with the month. */
const lastOfMonth = "27";

/** The day on which an order pays for this end of the paid time: the day before it, and at the latest the 27th. */
export function orderDay(end: Date, interval: Interval, timeZone: string): CivilDate {
  const day = addDays(civilDateIn(end, timeZone), -1);
  return interval === "week" || day.slice(8) <= lastOfMonth ? day : day.slice(0, 8) + lastOfMonth;
}

/** An order runs for a year, a yearly one for three: then its payer is asked anew. */
export function lastOrderDay(first: CivilDate, interval: Interval): CivilDate {
  const end = intervalEdge(new Date(`${first}T00:00:00Z`), "year", interval === "year" ? 3 : 1);
  return addDays(civilDateIn(end, "UTC"), -1);
}

/** The first day from this one on on which it pays. Null: it is over by then. */
export function nextOrderDay({ interval, first, last }: OrderTerms, from: CivilDate): CivilDate | null {
  let [day, index] = [first, 0];
  while (day < from && day <= last) {
    index += 1;
    day = recurrenceDay({ interval, startsOn: first }, index);
  }
  return day <= last ? day : null;
}

const minuteMs = 60_000;
/** A payer is asked for a minute, and a network may tell of it half an hour later. */
const patienceMs = { created: 2 * minuteMs, asked: 60 * minuteMs };

/** As it is now: without an answer it is in doubt after a while, and once nothing is left to pay it is over. */
export function orderStateAt(
  order: OrderTerms & { status: OrderStatus; createdAt: Date },
  now: Date,
  timeZone: string,
): Exclude<OrderStatus, "created"> {
  const { status, createdAt } = order;
  const ageMs = now.getTime() - createdAt.getTime();
  if (status === "refused" || status === "over") return status;
  if (nextOrderDay(order, civilDateIn(now, timeZone)) === null) return "over";
  if (status === "active") return status;
  return status === "unsure" || ageMs > patienceMs[status] ? "unsure" : "asked";
}

/** When it is known that the order did not pay for this end: on the morning after its day. */
export function orderMissedAt(day: CivilDate, timeZone: string): Date {
  return instantAt(addDays(day, 1), 9, timeZone);
}
