import { ImageResponse } from "next/og";
import { sellerColours } from "@/components/pay/colour";
import { wordsOf } from "@/components/pay/messages/words";
import { cardFonts, cardText, smallerPng } from "@/lib/services/payment-links/card";
import { payRoute } from "../../../respond";
import { linkFactsOf } from "../link-facts";
import { type LinkFound, linkPicture } from "../picture";

/** The picture that chats show of a shared payment link: 1200×630, of a few KB. */
export const GET = payRoute<{ token: string }>(async (pay, { token }) =>
  linkPicture(token, "image/png", async (found) => {
    const title = wordsOf(pay.lang(found.store)).text("linkShareTitle", { seller: found.store.name });
    const fonts = cardFonts();
    const drawn = new ImageResponse(<Card found={found} title={cardText(title, 60)} />, {
      width: 1200,
      height: 630,
      fonts: [
        { name: "Onest", data: fonts.regular, weight: 400 },
        { name: "Onest", data: fonts.semiBold, weight: 600 },
      ],
    });
    return smallerPng(await drawn.arrayBuffer());
  }),
);

function Card({ found, title }: { found: LinkFound; title: string }) {
  const { amount } = linkFactsOf(found.link);
  const brand = sellerColours(found.store.brandColour)?.back ?? "#14532D";
  const host = new URL(found.url).host;
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
      <div style={{ fontSize: 40, color: "#56584F" }}>{title}</div>
      <div style={{ fontSize: 72, fontWeight: 600, lineHeight: 1.15 }}>{cardText(found.link.title, 70)}</div>
      <div style={{ display: "flex", justifyContent: "space-between", alignItems: "flex-end" }}>
        <div style={{ fontSize: 56, fontWeight: 600 }}>{amount ?? ""}</div>
        <div style={{ fontSize: 30, color: "#56584F" }}>{cardText(host, 40)}</div>
      </div>
    </div>
  );
}
