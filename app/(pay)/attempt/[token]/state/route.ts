import { systemWorld } from "@/lib/services/desk/system-world";
import { checkAttempt } from "@/lib/services/money/settlement/poll";
import { readAttempt } from "@/lib/services/money/settlement/read-attempt";
import { payRoute } from "../../../respond";
import { stateKey } from "../state-of";

/** For the waiting page's script: a few bytes that change when the page would. */
export const GET = payRoute<{ token: string }>(async (_, { token }) => {
  const world = systemWorld();
  await checkAttempt(world, token);
  const found = await readAttempt(world, token);
  return Response.json(
    { key: found && stateKey(found) },
    { status: found ? 200 : 404, headers: { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" } },
  );
});
