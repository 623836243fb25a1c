import { drawQr } from "@/lib/services/payment-links/qr";
import { linkPicture } from "../picture";

/** The QR code of the page, as SVG. */
export async function GET(_: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return linkPicture((await params).token, "image/svg+xml", ({ url }) => drawQr(url, "svg"));
}
