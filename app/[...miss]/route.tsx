import { closed, payRoute } from "@/app/(pay)/respond";

/**
 * Every address that leads nowhere, such as a link that was cut off in a message: a payer's page, because payers are
 * most of those who open one.
 */
export const GET = payRoute<{ miss: string[] }>(async (pay) => closed(pay, null, { kind: "nowhere" }, 404));
export const POST = GET;
