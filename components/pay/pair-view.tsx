import { PayDocument } from "./document";
import { TextField } from "./fields";
import { Note, Theirs, wordsOf } from "./parts";
import type { PayPage } from "./types";

export interface PairViewProps {
  page: PayPage;
  pairing: {
    number: string;
    network: string;
    senders: readonly string[];
    url: string;
    secret: string | null;
    until: Date;
    timeZone: string;
  };
}

/** Address and key of a seller's phone, on the phone itself, where they are copied into its program. */
export function PairView({ page, pairing }: PairViewProps) {
  const words = wordsOf(page.lang);
  const { number, network, senders, url, secret, until, timeZone } = pairing;
  const time = new Intl.DateTimeFormat(page.lang, { timeStyle: "short", timeZone }).format(until);
  return (
    <PayDocument page={page} title={words.text("pairTitle")}>
      <h1>{words.text("pairTitle")}</h1>
      <p className="lead">
        <Theirs>{`${number}, ${network}`}</Theirs>
      </p>
      <p className="text">{words.text("pairText")}</p>
      <form className="pay">
        <TextField name="url" label={words.text("pairUrl")} readOnly value={url} />
        {secret ? <TextField name="key" label={words.text("pairKey")} readOnly value={secret} /> : null}
        <TextField
          name="senders"
          label={words.text("pairSenders")}
          hint={words.text("pairSendersHint")}
          readOnly
          value={senders.join(", ")}
        />
      </form>
      <Note tone="info" title={words.text("pairUntil", { time: time })} />
    </PayDocument>
  );
}
