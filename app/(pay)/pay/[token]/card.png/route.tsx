import { ImageResponse } from "next/og";
import { sellerColours } from "@/components/pay/colour";
import { wordsOf } from "@/components/pay/messages/words";
import { cardFonts, cardText, smallerPng } from "@/lib/services/catalog/payment-links/card";
import { type PayRequest, payRoute } from "../../../respond";
import { linkFactsOf } from "../link-facts";
import { type LinkFound, linkPicture } from "../picture";

/** The picture that chats show of a shared payment link: 1200×630, of a few KB. */
export const GET = payRoute<{ token: string }>(async (pay, { token }) =>
  linkPicture(pay.request, token, "image/png", (found) => {
    const face = faceOf(pay, found);
    return { facts: ["card", face], draw: () => drawCard(face) };
  }),
);

/** All that the picture shows. */
interface CardFace {
  seller: string;
  title: string;
  amount: string;
  host: string;
  brand: string;
}

function faceOf(pay: PayRequest, { store, link, url }: LinkFound): CardFace {
  return {
    seller: cardText(wordsOf(pay.lang(store)).text("linkShareTitle", { seller: store.name }), 60),
    title: cardText(link.title, 70),
    amount: linkFactsOf(link).amount ?? "",
    host: cardText(new URL(url).host, 40),
    brand: sellerColours(store.brandColour)?.back ?? "#14532D",
  };
}

async function drawCard(face: CardFace): Promise<Uint8Array> {
  const fonts = cardFonts();
  const drawn = new ImageResponse(<Card {...face} />, {
    width: 1200,
    height: 630,
    fonts: [
      { name: "Onest", data: fonts.regular, weight: 400 },
      { name: "Onest", data: fonts.semiBold, weight: 600 },
    ],
  });
  return smallerPng(await drawn.arrayBuffer());
}

function Card({ seller, title, amount, host, brand }: CardFace) {
  return (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        width: "100%",
        height: "100%",
        padding: "72px 80px",
        background: "#FBFAF6",
        color: "#1B1C19",
        fontFamily: "Onest",
        borderTop: `24px solid ${brand}`,
      }}
    >
      <div style={{ fontSize: 40, color: "#56584F" }}>{seller}</div>
      <div style={{ fontSize: 72, fontWeight: 600, lineHeight: 1.15 }}>{title}</div>
      <div style={{ display: "flex", justifyContent: "space-between", alignItems: "flex-end" }}>
        <div style={{ fontSize: 56, fontWeight: 600 }}>{amount}</div>
        <div style={{ fontSize: 30, color: "#56584F" }}>{host}</div>
      </div>
    </div>
  );
}
