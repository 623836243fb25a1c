import { closed, payRoute } from "@/app/(pay)/respond";

const missed = payRoute(async (pay) => closed(pay, null, { kind: "nowhere" }, 404));

/**
 * Every address that leads nowhere, such as a link that was cut off in a message: a payer's page, because payers are
 * most of those who open one.
 */
export function GET(request: Request): Promise<Response> {
  return missed(request, { params: Promise.resolve({}) });
}

export const POST = GET;
