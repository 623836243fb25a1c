import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { DeletedTestData, serializeDeletedTestData } from "@/lib/resources/subscription-input";
import { deleteTestData } from "@/lib/services/billing/test-mode/start-subscription";

export const DELETE = endpoint({
  summary: "Delete test data",
  description: "Removes every test subscription of the store, with its test users and events.",
  tag: "Test mode",
  keys: "test",
  returns: one(DeletedTestData),
  handle: async ({ world, caller }) => ({
    data: serializeDeletedTestData(await deleteTestData(world, caller)),
  }),
});

export const { GET, POST, PUT, PATCH, HEAD, OPTIONS } = methodNotAllowed({ DELETE });
