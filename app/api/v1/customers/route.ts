import { endpoint } from "@/lib/api/endpoint";
import { pageOf } from "@/lib/api/page-of";
import { methodNotAllowed } from "@/lib/api/route";
import {
  Customer,
  CustomerQuery,
  NewCustomer,
  newCustomer,
  serializeCustomer,
} from "@/lib/resources/customer";
import { many, one } from "@/lib/resources/envelope";
import { rowsOf } from "@/lib/resources/input";
import { listCustomers } from "@/lib/services/people/customers/list";
import { saveCustomer } from "@/lib/services/people/customers/save";

export const GET = endpoint({
  summary: "List customers",
  description: "Newest first. Customers belong to the seller's account and are shared by all of its stores.",
  tag: "Customers",
  keys: "live",
  query: CustomerQuery,
  returns: many(Customer),
  handle: async (call) => {
    const { world, caller, query } = call;
    const filters = { email: query.email, phone: query.phone, search: query.search };
    const { rows, total } = await listCustomers(world, caller, filters, rowsOf(query));
    return pageOf(call, rows.map(serializeCustomer), total);
  },
});

export const POST = endpoint({
  summary: "Create or update a customer",
  description:
    "When a customer with that e-mail, else with that phone, exists, it is updated and the status is 200. What is not sent stays as it is.",
  tag: "Customers",
  keys: "live",
  body: NewCustomer,
  status: 201,
  alsoStatus: 200,
  returns: one(Customer),
  handle: async ({ world, caller, body, setStatus }) => {
    const { customer, created } = await saveCustomer(world, caller, newCustomer(body));
    if (!created) setStatus(200);
    return { data: serializeCustomer(customer) };
  },
});

export const { PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET, POST });
