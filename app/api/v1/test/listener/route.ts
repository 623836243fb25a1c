import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { Listener, serializeListener } from "@/lib/resources/test-event";
import { readListener } from "@/lib/services/hooks/events/listen";

export const GET = endpoint({
  summary: "Begin to listen",
  description:
    "What sente listen asks first: the secret that test events are signed with for it, and the place to go on from.",
  tag: "Test mode",
  keys: "test",
  returns: one(Listener),
  handle: async ({ world, caller }) => ({ data: serializeListener(await readListener(world, caller)) }),
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
