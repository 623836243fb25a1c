import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import {
  NewTestEvent,
  serializeTestEvent,
  TestEvent,
  TestEventQuery,
  TestEvents,
} from "@/lib/resources/test-event";
import { followTestEvents } from "@/lib/services/hooks/events/listen";
import { sendSampleEvent } from "@/lib/services/hooks/events/send-test-payment";

export const GET = endpoint({
  summary: "Follow test events",
  description:
    "The store's test events after a cursor, each as it is to be posted. Where there is none yet, the answer waits for one. Made for sente listen, which posts them to a server behind NAT.",
  tag: "Test mode",
  keys: "test",
  query: TestEventQuery,
  returns: TestEvents,
  handle: async ({ world, caller, query, signal }) => {
    const asked = { cursor: query.after ?? null, waitSeconds: query.wait ?? 0, signal };
    const { events, cursor } = await followTestEvents(world, caller, asked);
    return { data: events.map(serializeTestEvent), cursor };
  },
});

export const POST = endpoint({
  summary: "Send a made-up test event",
  description:
    "Tells an event about a made-up object to the store's test endpoints and to whoever listens. Test mode makes no orders or invoices; subscriptions have real events, see POST /test/subscriptions.",
  tag: "Test mode",
  keys: "test",
  body: NewTestEvent,
  status: 201,
  returns: one(TestEvent),
  errors: ["test_mode_off"],
  handle: async ({ world, caller, body }) => ({
    data: serializeTestEvent(await sendSampleEvent(world, caller, body.type)),
  }),
});

export const { PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET, POST });
