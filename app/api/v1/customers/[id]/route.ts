import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { Customer, CustomerPatch, customerPatch, serializeCustomer } from "@/lib/resources/customer";
import { one } from "@/lib/resources/envelope";
import { numericId } from "@/lib/resources/input";
import { readCustomer, readPayer } from "@/lib/services/people/customers/detail";
import { updateCustomer } from "@/lib/services/people/customers/update";

const params = z.object({ id: numericId });

export const GET = endpoint({
  summary: "Retrieve a customer",
  description:
    "Also whom only an unpaid order names, by its `customer.id`: such a payer is in no list, and cannot be changed before money came.",
  tag: "Customers",
  keys: "live",
  params,
  returns: one(Customer),
  handle: async ({ world, caller, params: { id } }) => ({
    data: serializeCustomer(await readPayer(world, caller, id)),
  }),
});

export const PATCH = endpoint({
  summary: "Change a customer",
  description:
    "What is not sent stays as it is; null takes it away. An e-mail or phone that another customer has is refused, and one of the two must be left.",
  tag: "Customers",
  keys: "live",
  params,
  body: CustomerPatch,
  returns: one(Customer),
  exists: ({ world, caller, params: { id } }) => readCustomer(world, caller, id),
  handle: async ({ world, caller, params: { id }, body }) => ({
    data: serializeCustomer(await updateCustomer(world, caller, id, customerPatch(body))),
  }),
});

export const { POST, PUT, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET, PATCH });
