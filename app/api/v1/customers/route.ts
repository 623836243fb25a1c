import { methodNotAllowed } from "@/lib/api/route";
import { CustomerQuery, NewCustomer, newCustomer } from "@/lib/resources/customer";
import { listCustomers } from "@/lib/services/people/customers/list";
import { saveCustomer } from "@/lib/services/people/customers/save";
import { customers } from "../objects";

export const GET = customers.list({
  summary: "List customers",
  description: "Newest first. Customers belong to the seller's account and are shared by all of its stores.",
  tag: "Customers",
  keys: "live",
  query: CustomerQuery,
  list: ({ world, caller, query }, page) =>
    listCustomers(world, caller, { email: query.email, phone: query.phone, search: query.search }, page),
});

export const POST = customers.one({
  summary: "Create or update a customer",
  description:
    "When a customer with that e-mail, else with that phone, exists, it is updated and the status is 200. What is not sent stays as it is.",
  tag: "Customers",
  keys: "live",
  body: NewCustomer,
  status: 201,
  alsoStatus: 200,
  row: async ({ world, caller, body, setStatus }) => {
    const { customer, created } = await saveCustomer(world, caller, newCustomer(body));
    if (!created) setStatus(200);
    return customer;
  },
});

export const { PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET, POST });
