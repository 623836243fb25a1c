import { currentOperator } from "@/lib/auth/current-seller";
import { NotFound } from "@/lib/domain/refusal";
import { readVerificationDocument } from "@/lib/services/desk/operator/stores";
import { systemWorld } from "@/lib/services/desk/system-world";

export const dynamic = "force-dynamic";

/** The seller's document for verification, for operators only; no cache may store it. */
export async function GET(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const { id: userId } = await currentOperator();
  const { id } = await params;
  if (!/^[1-9]\d{0,8}$/.test(id)) return new Response(null, { status: 404 });
  try {
    const operator = { userId, actor: `user:${userId}` };
    const bytes = await readVerificationDocument(systemWorld(), operator, Number(id));
    return new Response(bytes, {
      headers: {
        "Content-Type": "image/jpeg",
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'",
        "X-Content-Type-Options": "nosniff",
        "X-Robots-Tag": "noindex",
      },
    });
  } catch (error) {
    if (error instanceof NotFound) return new Response(null, { status: 404 });
    throw error;
  }
}
