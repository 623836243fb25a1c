import { drawQr } from "@/lib/services/catalog/payment-links/pictures";
import { linkPicture } from "../picture";

/** The QR code of the page, as a PNG to print or to send. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> {
  return linkPicture(request, (await params).token, "image/png", ({ url }) => ({
    facts: ["qr", url],
    draw: () => drawQr(url, "png"),
  }));
}
