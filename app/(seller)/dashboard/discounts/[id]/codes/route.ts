import { notFound } from "next/navigation";
import { currentSeller } from "@/lib/auth/current-seller";
import { mayDo } from "@/lib/domain/roles";
import { rowIdOf } from "@/lib/domain/token";
import { readBatch } from "@/lib/services/catalog/discounts/read";
import { csvPieces } from "@/lib/services/core/csv/records";
import { systemWorld } from "@/lib/services/desk/system-world";
import { ownDiscount } from "../../discount";

export const dynamic = "force-dynamic";

/** One batch of codes as a file, to be printed or handed out. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const seller = await currentSeller();
  const discount = await ownDiscount(seller, (await params).id);
  const batch = rowIdOf(new URL(request.url).searchParams.get("batch") ?? "");
  if (!mayDo(seller, "discount.change")) notFound();
  const rows = await readBatch(systemWorld(), seller.caller(true), discount.id, batch);
  if (rows.length === 0) notFound();
  async function* lines() {
    yield rows.map((row) => [row.code ?? "", row.redemptionsCount, row.maxRedemptions ?? ""]);
  }
  let text = "";
  for await (const piece of csvPieces(["code", "redeemed", "max_redemptions"], lines())) text += piece;
  return new Response(text, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="codes-${discount.id}-${batch}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}
