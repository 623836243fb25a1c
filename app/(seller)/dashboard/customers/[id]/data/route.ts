import { currentSeller } from "@/lib/auth/current-seller";
import { NotFound } from "@/lib/domain/refusal";
import { exportCustomer, exportFile } from "@/lib/services/desk/export-person/export-person";
import { systemWorld } from "@/lib/services/desk/system-world";
import { NotAllowed } from "@/lib/services/people/accounts/permit";

export const dynamic = "force-dynamic";

/** All that is held about one customer, as JSON, or with `?as=page` as a page. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const seller = await currentSeller();
  const { id } = await params;
  if (!/^[1-9]\d{0,8}$/.test(id)) return new Response(null, { status: 404 });
  const asPage = new URL(request.url).searchParams.get("as") === "page";
  try {
    return exportFile(
      await exportCustomer(systemWorld(), seller.caller(true), Number(id)),
      asPage,
      `customer-${id}`,
    );
  } catch (error) {
    if (error instanceof NotFound) return new Response(null, { status: 404 });
    if (error instanceof NotAllowed) return new Response(null, { status: 403 });
    throw error;
  }
}
