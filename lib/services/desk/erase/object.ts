import { erasedName, type Traces, tracesPattern, withoutTraces } from "@/lib/domain/traces";
import type { Whose } from "./whose";

/** The members of an object of the API that tell who it is about; `name` only where the object is a person. */
const telling = new Set([
  "email",
  "phone",
  "company",
  "country",
  "city",
  "address",
  "ref",
  "notes",
  "answer",
]);

/** An object of the API without the person whom it is about: the same members, some of them empty. */
export function withoutPerson(value: unknown, { traces }: { traces: Traces }): unknown {
  const pattern = tracesPattern(traces);
  const clean = (one: unknown, isPerson: boolean): unknown => {
    if (typeof one === "string") return pattern === null ? one : withoutTraces(one, pattern);
    if (Array.isArray(one)) return one.map((inner) => clean(inner, false));
    if (!isObject(one)) return one;
    const person = isPerson || one.object === "customer";
    return Object.fromEntries(
      Object.entries(one).map(([name, inner]) => {
        if (name === "metadata") return [name, {}];
        if (name === "name" && person) return [name, erasedName];
        if (telling.has(name)) return [name, null];
        return [name, clean(inner, name === "customer")];
      }),
    );
  };
  return clean(value, false);
}

/** Whether an answer of the API is about this customer, or about what is theirs. */
export function isAbout(
  answer: unknown,
  { customer, orderIds, invoiceIds, subscriptionIds }: Whose,
): boolean {
  const data = isObject(answer) && isObject(answer.data) ? answer.data : answer;
  if (!isObject(data)) return false;
  const ids: Record<string, readonly unknown[]> = {
    ...{ customer: [customer.id], order: orderIds, invoice: invoiceIds, subscription: subscriptionIds },
  };
  const inner = isObject(data.customer) ? data.customer.id : null;
  return inner === customer.id || (ids[String(data.object)] ?? []).includes(data.id);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
