import { drawQr } from "@/lib/services/payment-links/qr";
import { linkPicture } from "../picture";

/** The QR code of the page, as a PNG to print or to send. */
export async function GET(_: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return linkPicture((await params).token, "image/png", ({ url }) => drawQr(url, "png"));
}
