import { after } from "next/server";
import { answerRailCallback } from "@/lib/api/rail-callback";

export const dynamic = "force-dynamic";

/** The endpoint for callbacks from rails. In production the fast lane answers here. */
export async function POST(
  request: Request,
  context: { params: Promise<{ address: string[] }> },
): Promise<Response> {
  const { address } = await context.params;
  return answerRailCallback(request, address.join("/"), after);
}

// One rail sends its callbacks by PUT.
export { POST as PUT };
