import { noteUssdEnd } from "@/lib/api/ussd-request";

export const dynamic = "force-dynamic";

/** Where a USSD provider says that a session is over. */
export async function POST(
  request: Request,
  context: { params: Promise<{ provider: string; secret: string }> },
): Promise<Response> {
  const { provider, secret } = await context.params;
  return noteUssdEnd(request, provider, secret);
}
