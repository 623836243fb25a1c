import type { ReactNode } from "react";
import { Timestamp } from "@/components/ui/timestamp";
import type { Reading } from "./list";

/** The link that opens a row: the keys j and k move to the first link of each row. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="wrap-anywhere font-medium underline-offset-2 hover:underline">
      {children}
    </a>
  );
}

/** A moment in the reader's time zone, without the year where it is this one; `never` where there is none. */
export function moment(at: Date | null, { timeZone, words, now }: Reading, never: string = ""): ReactNode {
  return at ? <Timestamp at={at} timeZone={timeZone} locale={words.locale} now={now} /> : never;
}

/** The same of a page that is not read at a glance: with the year. Nothing where there is none. */
export function stamp(at: Date | null | undefined, { timeZone, words }: Pick<Reading, "timeZone" | "words">) {
  return at && <Timestamp at={at} timeZone={timeZone} locale={words.locale} />;
}
