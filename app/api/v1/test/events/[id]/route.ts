import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { serializeTestEvent, TestEvent } from "@/lib/resources/test-event";
import { readTestEvent } from "@/lib/services/hooks/events/listen";

export const GET = endpoint({
  summary: "Retrieve a test event",
  description:
    "One test event, signed anew, to be posted again: the same id and bytes. And how each test endpoint took it.",
  tag: "Test mode",
  keys: "test",
  params: z.object({ id: z.string().max(64).meta({ example: "evt_0Mfz8aQ24fQ2mZ8rT1vXw7Yb3NcKdJ" }) }),
  returns: one(TestEvent),
  handle: async ({ world, caller, params }) => ({
    data: serializeTestEvent(await readTestEvent(world, caller, params.id)),
  }),
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
