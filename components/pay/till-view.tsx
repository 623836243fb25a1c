import { PayDocument } from "./document";
import { TextField } from "./fields";
import { ButtonLine, Go, Note, Theirs, wordsOf } from "./parts";
import type { PayPage } from "./types";

export type TillViewProps = {
  page: PayPage;
  /** This page; it is posted to. */
  action: string;
  phoneHref: string;
  phone: string;
  typed: { number: string; account: string; amount: string };
  /** Null before anything was paid. */
  done:
    | { kind: "paid"; receipt: string }
    | { kind: "nobody" | "no_amount" | "unknown_number" | "wrong_amount" }
    | null;
};

/** Paying at a till or a paybill from the simulated phone. */
export function TillView({ page, action, phoneHref, phone, typed, done }: TillViewProps) {
  const words = wordsOf(page.lang);
  const isPaid = done?.kind === "paid";
  return (
    <PayDocument page={page} title={words.text("tillTitle")}>
      {done?.kind === "paid" ? (
        <Note tone="ok" title={words.text("till_paid", { receipt: done.receipt })} />
      ) : null}
      {done && done.kind !== "paid" ? <Note tone="info" title={words.text(`till_${done.kind}`)} /> : null}
      <h1>{words.text("tillTitle")}</h1>
      <p className="lead">{words.rich("handsetTitle", { phone: <Theirs>{phone}</Theirs> })}</p>
      <form action={action} method="post" className="pay">
        <TextField
          name="number"
          label={words.text("tillNumber")}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          defaultValue={typed.number}
        />
        <TextField
          name="account"
          label={words.text("tillAccount")}
          hint={words.text("tillAccountHint")}
          type="text"
          autoComplete="off"
          maxLength={20}
          defaultValue={isPaid ? "" : typed.account}
        />
        <TextField
          name="amount"
          label={words.text("tillAmount")}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          defaultValue={isPaid ? "" : typed.amount}
        />
        <Go>{words.text("tillGo")}</Go>
      </form>
      <ButtonLine to={phoneHref}>{words.text("handsetTitle", { phone })}</ButtonLine>
    </PayDocument>
  );
}
