import type { Language } from "@/lib/domain/languages";
import { wordsOf } from "./messages/words";
import type { Seller } from "./types";

export function SellerHeader({ seller, lang }: { seller: Seller; lang: Language }) {
  return (
    <header className="who">
      {seller.logo ? (
        <img className="logo" src={seller.logo} alt="" width="40" height="40" />
      ) : (
        <div className="tile" aria-hidden="true">
          {initials(seller.name)}
        </div>
      )}
      <div>
        <p className="name">
          <bdi>{seller.name}</bdi>
        </p>
        {seller.isVerified ? <p className="soft">{wordsOf(lang).text("verifiedSeller")}</p> : null}
      </div>
    </header>
  );
}

/** "MK" for "Maji Kwetu". Whole letters, so a letter with its tone mark stays in one piece. */
function initials(name: string): string {
  const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...letters.segment(word)][0]?.segment ?? "")
    .join("")
    .toUpperCase();
}
