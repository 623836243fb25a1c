import { PayDocument } from "./document";
import { TextField } from "./fields";
import { ButtonLine, Note, Theirs, Written, wordsOf } from "./parts";
import type { PayPage } from "./types";

export type DialViewProps = {
  page: PayPage;
  /** This page; it is posted to. */
  action: string;
  /** The phone with its prompts. */
  phoneHref: string;
  phone: string;
  dial: string;
  /** Null before anything was dialled. `nobody`: nothing answers at that number. */
  screen:
    | "nobody"
    | {
        session: { id: string; text: string; startedAt: number };
        text: string;
        end: boolean;
        used: number;
        max: number;
        seconds: number;
        patience: number;
      }
    | null;
};

/** Dialling on the simulated phone: one screen of a session, as a network shows it. */
export function DialView({ page, action, phoneHref, phone, dial, screen }: DialViewProps) {
  const words = wordsOf(page.lang);
  const shown = screen === "nobody" ? null : screen;
  return (
    <PayDocument page={page} title={words.text("handsetTitle", { phone })}>
      {screen === "nobody" ? <Note tone="info" title={words.text("handsetNobody")} /> : null}
      <h1>{words.rich("handsetTitle", { phone: <Theirs>{phone}</Theirs> })}</h1>
      {shown ? (
        <>
          <Written look="big keep" text={shown.text} />
          <p className="soft">
            {words.text("handsetUse", {
              ...{ used: String(shown.used), max: String(shown.max) },
              ...{ seconds: String(shown.seconds), patience: String(shown.patience) },
            })}
          </p>
        </>
      ) : null}
      <form action={action} method="post" className="pay">
        {shown && !shown.end ? (
          <>
            <input type="hidden" name="session" value={shown.session.id} />
            <input type="hidden" name="text" value={shown.session.text} />
            <input type="hidden" name="started" value={shown.session.startedAt} />
            <TextField name="reply" label={words.text("handsetReply")} autoComplete="off" maxLength={60} />
            <div className="act">
              <button type="submit" name="act" value="send" className="btn pri">
                {words.text("handsetSend")}
              </button>
              <button type="submit" name="act" value="hang_up" className="btn">
                {words.text("handsetHangUp")}
              </button>
            </div>
          </>
        ) : (
          <>
            <TextField
              name="number"
              label={words.text("handsetNumber")}
              autoComplete="off"
              maxLength={80}
              defaultValue={dial}
            />
            <button type="submit" name="act" value="dial" className="btn pri">
              {words.text("handsetDial")}
            </button>
          </>
        )}
      </form>
      <ButtonLine to={phoneHref}>{words.text("sandboxPhone")}</ButtonLine>
    </PayDocument>
  );
}
