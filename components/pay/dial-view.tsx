import { PayDocument } from "./document";
import { Field } from "./fields";
import { wordsOf } from "./messages/words";
import { Note, Theirs } from "./parts";
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
          <p className="big keep">
            <Theirs>{shown.text}</Theirs>
          </p>
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
            <Field name="reply" label={words.text("handsetReply")}>
              {(attributes) => <input {...attributes} type="text" autoComplete="off" maxLength={60} />}
            </Field>
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
            <Field name="number" label={words.text("handsetNumber")}>
              {(attributes) => (
                <input {...attributes} type="text" autoComplete="off" maxLength={80} defaultValue={dial} />
              )}
            </Field>
            <button type="submit" name="act" value="dial" className="btn pri">
              {words.text("handsetDial")}
            </button>
          </>
        )}
      </form>
      <p className="act">
        <a className="btn" href={phoneHref}>
          {words.text("sandboxPhone")}
        </a>
      </p>
    </PayDocument>
  );
}
