import { removeFlash } from "@/lib/auth/sealed-cookie";

/** A page shows the sentence about the last action, so the next page shall not. */
export async function GET(): Promise<Response> {
  await removeFlash();
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}
