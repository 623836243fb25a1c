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
  bought: Bought;
  receiptHref: string | null;
}

/** What a payment opens, and the address of the page of it. */
export interface Bought {
  path: string;
  items: {
    id: number;
    kind: "file" | "link" | "text" | "codes";
    name: string;
    content: string | null;
    file: { bytes: bigint; downloadsLeft: number } | null;
  }[];
}

/** More of them have a page of their own. */
const mostOnPaidPage = 3;

/** On the page that says "paid": what was bought itself, so that one tap opens it. `isProof`: the page is shown to others. */
export function BoughtHere({ page, bought, isProof }: { page: PayPage; bought: Bought; isProof?: boolean }) {
  const hides = isProof && bought.items.some(({ kind }) => kind === "text" || kind === "codes");
  if (!hides && bought.items.length > 0 && bought.items.length <= mostOnPaidPage)
    return <Items page={page} bought={bought} />;
  return (
    <ButtonLine to={bought.path} main>
      {wordsOf(page.lang).text("receiptDownload")}
    </ButtonLine>
  );
}

/** What whoever paid may download, open and read. Every button is a link, so nothing here needs a script. */
export function DownloadView({ page, names, until, bought, receiptHref }: DownloadViewProps) {
  const words = wordsOf(page.lang);
  const hasFiles = bought.items.some(({ kind }) => kind === "file");
  return (
    <PayDocument page={page} title={words.text("dlTitle")}>
      <h1>
        <Theirs>{names.join(", ")}</Theirs>
      </h1>
      {until ? <p className="lead">{words.text("dlUntil", { date: day(page, until) })}</p> : null}
      {bought.items.length === 0 ? (
        <p className="lead">{words.rich("dlEmpty", { seller: <SellerName page={page} /> })}</p>
      ) : null}
      <Items page={page} bought={bought} />
      <section>
        {hasFiles ? <p className="safe">{words.text("dlResume")}</p> : null}
        <p className="safe">{words.text("dlPrivate")}</p>
      </section>
      {receiptHref ? <ButtonLine to={receiptHref}>{words.text("dlReceipt")}</ButtonLine> : null}
    </PayDocument>
  );
}

function Items({ page, bought: { path, items } }: { page: PayPage; bought: Bought }) {
  return items.map((item) => <Item key={item.id} page={page} item={item} href={`${path}/${item.id}`} />);
}

function Item({ page, item, href }: { page: PayPage; item: Bought["items"][number]; href: string }) {
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
            {fileSize(Number(file.bytes), page.lang)}
            {file.downloadsLeft > 0
              ? ` · ${words.text("dlLeft", { count: String(file.downloadsLeft) })}`
              : null}
          </p>
          {file.downloadsLeft > 0 ? (
            <p className="gap">
              <a className="btn pri" href={href} download="" rel="nofollow">
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
