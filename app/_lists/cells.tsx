import type { ReactNode } from "react";
import { Timestamp } from "@/components/ui/timestamp";
import type { Reading } from "./list";

/** What a row is opened with: the first link of it is what the keys j and k find. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="wrap-anywhere font-medium underline-offset-2 hover:underline">
      {children}
    </a>
  );
}

/** A moment where the reader's clocks are; `never` where there is none. */
export function moment(at: Date | null, { timeZone, words }: Reading, never: string = ""): ReactNode {
  return at ? <Timestamp at={at} timeZone={timeZone} locale={words.locale} /> : never;
}
