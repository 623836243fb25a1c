import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import type { Proof } from "@/lib/services/people/accounts/confirm-person";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { customerScope } from "@/lib/services/people/customers/scope";
import { findWhose, personContact } from "../erase/whose";
import { confirmOperator, type Operator } from "../operator/operator";
import { readHeld } from "./held";

/** All that is held about a person, in a form that programs and people can read. */
export interface Export {
  exported_at: Date;
  service: string;
  /** One for each seller who knows them. */
  held: Awaited<ReturnType<typeof readHeld>>[];
}

/**
 * All that the caller's account holds about one customer; of a person who is limited to some stores, what these hold.
 * Nothing of another account. Logged. Throws NotAllowed or NotFound.
 */
export async function exportCustomer(world: World, seller: Seller, id: number): Promise<Export> {
  permit(seller, "customer.export");
  const customer = await world.db.customer.findFirst({ where: { id, ...customerScope(seller) } });
  if (!customer) throw new NotFound();
  const whose = await findWhose(world, { tx: world.db }, customer, seller.onlyStores);
  const held = [await readHeld(world, whose)];
  await transact(world, (unit) =>
    unit.audit(seller, { action: "customer.exported", target: `customer:${id}` }),
  );
  return { exported_at: world.clock.now(), service: world.config.serviceName, held };
}

/**
 * All that every seller holds about whoever has this e-mail or phone. Logged with its reason. Throws NotAllowed, or
 * Invalid on `contact`, `reason`, `password` or `code`.
 */
export async function exportPerson(
  world: World,
  operator: Operator,
  input: Proof & { contact: string; reason: string },
): Promise<Export> {
  await confirmOperator(world, operator, input);
  const customers = await world.db.customer.findMany({
    where: personContact(input.contact),
    orderBy: { id: "asc" },
  });
  if (customers.length === 0) throw new Invalid({ contact: [say("nobody_has_contact")] });
  const held: Export["held"] = [];
  for (const customer of customers)
    held.push(await readHeld(world, await findWhose(world, { tx: world.db }, customer)));
  await transact(world, async (unit) => {
    for (const { id, accountId } of customers)
      await unit.audit(
        { accountId, actor: operator.actor },
        { action: "customer.exported", target: `customer:${id}`, reason: input.reason.trim() },
      );
  });
  return { exported_at: world.clock.now(), service: world.config.serviceName, held };
}

/** The answer that a browser saves. No cache may store it, and the page may load and run nothing. */
export function exportFile(data: Export, asPage: boolean, name: string): Response {
  return new Response(asPage ? exportHtml(data) : `${JSON.stringify(data, null, 2)}\n`, {
    headers: {
      "Content-Type": asPage ? "text/html; charset=utf-8" : "application/json",
      "Content-Disposition": `attachment; filename="${name}.${asPage ? "html" : "json"}"`,
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
    },
  });
}

/** The same as a page that needs nothing else: names of fields as in the JSON, so that both can be compared. */
export function exportHtml(data: Export): string {
  const title = `${data.service}: ${data.exported_at.toISOString()}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:1rem auto;max-width:60rem;padding:0 1rem}dl{margin:0 0 0 1rem}dt{font-weight:600}dd{margin:0 0 .5rem 1rem;overflow-wrap:anywhere;white-space:pre-line}ol{padding-inline-start:1.5rem}</style>
</head><body><h1>${escaped(title)}</h1>${shown(data.held)}</body></html>
`;
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "—";
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value))
    return value.length === 0 ? "—" : `<ol>${value.map((one) => `<li>${shown(one)}</li>`).join("")}</ol>`;
  if (typeof value === "object")
    return `<dl>${Object.entries(value)
      .map(([name, inner]) => `<dt>${escaped(name.replaceAll("_", " "))}</dt><dd>${shown(inner)}</dd>`)
      .join("")}</dl>`;
  return escaped(String(value));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
