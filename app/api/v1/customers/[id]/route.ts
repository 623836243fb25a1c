import { methodNotAllowed } from "@/lib/api/route";
import { CustomerPatch, customerPatch } from "@/lib/resources/customer";
import { idPath } from "@/lib/resources/input";
import { readCustomer, readPayer } from "@/lib/services/people/customers/detail";
import { updateCustomer } from "@/lib/services/people/customers/update";
import { customers } from "../../objects";

export const GET = customers.one({
  summary: "Retrieve a customer",
  description:
    "Also whom only an unpaid order names, by its `customer.id`: such a payer is in no list, and cannot be changed before money came.",
  tag: "Customers",
  keys: "live",
  params: idPath,
  row: ({ world, caller, params: { id } }) => readPayer(world, caller, id),
});

export const PATCH = customers.one({
  summary: "Change a customer",
  description:
    "What is not sent stays as it is; null takes it away. An e-mail or phone that another customer has is refused, and one of the two must be left.",
  tag: "Customers",
  keys: "live",
  params: idPath,
  body: CustomerPatch,
  exists: ({ world, caller, params: { id } }) => readCustomer(world, caller, id),
  row: ({ world, caller, params: { id }, body }) => updateCustomer(world, caller, id, customerPatch(body)),
});

export const { POST, PUT, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET, PATCH });
