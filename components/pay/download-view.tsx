import type { Language } from "@/lib/domain/languages";
import { day } from "@/lib/text/dates";
import { PayDocument } from "./document";
import { ButtonLine, SellerName, Theirs, Written, wordsOf } from "./parts";
import type { PayPage } from "./types";

export interface DownloadViewProps {
  page: PayPage;
  /** What was bought. */
  names: string[];
  until: Date | null;
  items: {
    key: string;
    kind: "file" | "link" | "text" | "codes";
    name: string;
    content: string | null;
    file: { href: string; bytes: number; left: number } | null;
  }[];
  receiptHref: string | null;
}

/** What whoever paid may download, open and read. Every button is a link, so nothing here needs a script. */
export function DownloadView({ page, names, until, items, receiptHref }: DownloadViewProps) {
  const words = wordsOf(page.lang);
  const hasFiles = items.some(({ kind }) => kind === "file");
  return (
    <PayDocument page={page} title={words.text("dlTitle")}>
      <h1>
        <Theirs>{names.join(", ")}</Theirs>
      </h1>
      {until ? <p className="lead">{words.text("dlUntil", { date: day(page, until) })}</p> : null}
      {items.length === 0 ? (
        <p className="lead">{words.rich("dlEmpty", { seller: <SellerName page={page} /> })}</p>
      ) : null}
      {items.map((item) => (
        <Item key={item.key} page={page} item={item} />
      ))}
      <section>
        {hasFiles ? <p className="safe">{words.text("dlResume")}</p> : null}
        <p className="safe">{words.text("dlPrivate")}</p>
      </section>
      {receiptHref ? <ButtonLine to={receiptHref}>{words.text("dlReceipt")}</ButtonLine> : null}
    </PayDocument>
  );
}

function Item({ page, item }: { page: PayPage; item: DownloadViewProps["items"][number] }) {
  const words = wordsOf(page.lang);
  const { kind, name, content, file } = item;
  return (
    <section>
      <h2>
        <Theirs>{name}</Theirs>
      </h2>
      {file ? (
        <>
          <p className="soft">
            {fileSize(file.bytes, page.lang)}
            {file.left > 0 ? ` · ${words.text("dlLeft", { count: String(file.left) })}` : null}
          </p>
          {file.left > 0 ? (
            <p className="gap">
              <a className="btn pri" href={file.href} download="" rel="nofollow">
                {words.rich("dlDownload", { name: <Theirs>{shortName(name)}</Theirs> })}
              </a>
            </p>
          ) : (
            <p>{words.rich("dlNone", { seller: <SellerName page={page} /> })}</p>
          )}
        </>
      ) : null}
      {kind === "link" && content ? (
        <p className="gap">
          <a className="btn" href={content} rel="noopener noreferrer nofollow">
            {words.rich("dlOpen", { name: <Theirs>{shortName(name)}</Theirs> })}
          </a>
        </p>
      ) : null}
      {kind === "text" && content ? <Written look="keep" text={content} /> : null}
      {kind === "codes" ? (
        content ? (
          <p className="big code">
            <bdi>{content}</bdi>
          </p>
        ) : (
          <p>{words.rich("dlCodeWaits", { seller: <SellerName page={page} /> })}</p>
        )
      ) : null}
    </section>
  );
}

/** For a button below the whole name: one line on a phone, with the end, which says what kind of file it is. */
function shortName(name: string): string {
  const letters = [...name];
  if (letters.length <= 20) return name;
  return `${letters.slice(0, 10).join("")}…${letters.slice(-6).join("")}`;
}

/** "4.2 MB": the units by which phones and prices of data are read. */
export function fileSize(bytes: number, lang: Language): string {
  const [value, unit] =
    bytes < 1_000
      ? [bytes, "byte"]
      : bytes < 1_000_000
        ? [bytes / 1_000, "kilobyte"]
        : [bytes / 1_000_000, "megabyte"];
  const style = {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: value < 10 ? 1 : 0,
  } as const;
  return new Intl.NumberFormat(lang, style).format(value);
}
