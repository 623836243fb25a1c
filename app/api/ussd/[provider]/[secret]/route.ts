import { answerUssdRequest } from "@/lib/api/ussd-request";

export const dynamic = "force-dynamic";

/** Where a USSD provider posts each entry of a session. */
export async function POST(
  request: Request,
  context: { params: Promise<{ provider: string; secret: string }> },
): Promise<Response> {
  const { provider, secret } = await context.params;
  return answerUssdRequest(request, provider, secret);
}
