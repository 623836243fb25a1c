import { cardText, drawCard } from "@/lib/services/catalog/payment-links/pictures";
import { systemWorld } from "@/lib/services/desk/system-world";
import { payRoute } from "../../respond";
import { picture } from "../../sharing";
import { invoicePreview } from "../invoice-preview";

/** The picture of every invoice in chats, one a language. */
export const GET = payRoute(async (pay) => {
  const { siteUrl, serviceName } = systemWorld().config;
  const { title, text } = invoicePreview(pay.lang(null));
  const drawn = {
    ...{ seller: serviceName, title, amount: text, brand: "#14532D" },
    host: cardText(new URL(siteUrl).host, 40),
  };
  return picture(pay, "image/png", ["card", drawn], () => drawCard({ ...drawn, logo: null }));
});
