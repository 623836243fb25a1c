import { sellerColours } from "@/components/pay/colour";
import { wordsOf } from "@/components/pay/messages/words";
import { cardText, drawCard } from "@/lib/services/catalog/payment-links/pictures";
import { payRoute } from "../../../respond";
import { linkFactsOf } from "../link-facts";
import { linkPicture } from "../picture";

/** The picture that chats show of a shared payment link: 1200×630, of a few KB. */
export const GET = payRoute<{ token: string }>(async (pay, { token }) =>
  linkPicture(pay.request, token, "image/png", ({ store, link, url }) => {
    const card = {
      seller: cardText(wordsOf(pay.lang(store)).text("linkShareTitle", { seller: store.name }), 60),
      title: cardText(link.title, 70),
      amount: linkFactsOf(link, pay.lang(store)).amount ?? "",
      host: cardText(new URL(url).host, 40),
      brand: sellerColours(store.brandColour)?.back ?? "#14532D",
    };
    return { facts: ["card", card], draw: () => drawCard(card) };
  }),
);
