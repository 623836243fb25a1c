import { day } from "@/lib/text/dates";
import { wordsOf } from "./messages/words";
import { Act } from "./parts";
import type { PayPage, RenewalRow } from "./types";

/** What is taken by itself, when, from where; and the payer's presses, each of one form. */
export function Renewal({ page, renewal }: { page: PayPage; renewal: RenewalRow }) {
  const words = wordsOf(page.lang);
  const { mode, usePhone, cardHref, agree } = renewal;
  return (
    <>
      <h2>{words.text("renewsTitle")}</h2>
      {/* Where they have to agree anew nothing is taken on any day. */}
      {agree ? null : <p className="text">{renewsInWords(page, renewal)}</p>}
      {renewal.hasFailed && mode !== "manual" ? <p className="soft">{words.text("renewsFailed")}</p> : null}
      <div className="act">
        {agree ? (
          <>
            <p>{words.text("renewPriceNew", { price: renewal.price })}</p>
            <Act to={agree} look="pri">
              {words.text("renewAgree", { price: renewal.price })}
            </Act>
          </>
        ) : null}
        {mode === "manual" ? null : (
          <Act to={renewal.off} look="">
            {words.text("renewOff")}
          </Act>
        )}
        {usePhone ? (
          <>
            <Act to={usePhone.form} look="">
              {words.text("renewUsePhone", { phone: usePhone.phone, price: usePhone.price })}
            </Act>
            <p>{words.text("renewUsePhoneHint")}</p>
          </>
        ) : null}
      </div>
      {cardHref ? (
        <p className="plain">
          <a href={cardHref}>{words.text(mode === "charge" ? "renewChangeCard" : "renewUseCard")}</a>
        </p>
      ) : null}
    </>
  );
}

function renewsInWords(page: PayPage, { mode, price, from, nextTryAt }: RenewalRow): string {
  const words = wordsOf(page.lang);
  const date = nextTryAt && day(page, nextTryAt);
  switch (mode) {
    case "manual":
      return words.text("renewsByHand");
    case "prompt":
      return date
        ? words.text("renewsPhone", { date, price, phone: from })
        : words.text("renewsPhoneNone", { price, phone: from });
    case "charge":
      return date
        ? words.text("renewsCard", { date, price, card: from })
        : words.text("renewsCardNone", { price, card: from });
  }
}
