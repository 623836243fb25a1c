import type { ReactNode } from "react";
import { StatusMark, Timestamp } from "@/components/ui/blocks";
import type { DashboardWords } from "./messages/words";
import { ModeTag } from "./mode-tag";

export type EndpointRowProps = {
  url: string;
  href?: string;
  mode: "live" | "test";
  /** The event types it gets, already in words: "All events" or their names. */
  events: string;
  state: "enabled" | "disabled";
  lastDelivery: { at: Date; succeeded: boolean } | null;
  timeZone: string;
  words: DashboardWords;
  /** Other content of the row. */
  children?: ReactNode;
};

/** One endpoint in a `<ul>`. */
export function EndpointRow(props: EndpointRowProps) {
  const { url, href, mode, events, state, words } = props;
  const address = <bdi className="break-all font-mono text-label">{url}</bdi>;
  return (
    <li className="grid gap-3 border-b border-rule py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p>
            {href ? (
              <a href={href} className="underline underline-offset-2">
                {address}
              </a>
            ) : (
              address
            )}{" "}
            <ModeTag mode={mode} words={words} />
          </p>
          <p className="mt-1 text-label text-ink-2">{events}</p>
        </div>
        <div className="text-label text-ink-2">
          {state === "disabled" ? (
            <StatusMark tone="ended">{words.text("endpointDisabledMark")}</StatusMark>
          ) : (
            <LastDelivery {...props} />
          )}
        </div>
      </div>
      {props.children}
    </li>
  );
}

function LastDelivery({ lastDelivery: last, timeZone, words }: EndpointRowProps) {
  if (!last) return <>{words.text("nothingDelivered")}</>;
  return (
    <>
      <StatusMark tone={last.succeeded ? "ok" : "bad"}>
        {words.text(last.succeeded ? "delivery_succeeded" : "delivery_failed")}
      </StatusMark>{" "}
      <Timestamp at={last.at} timeZone={timeZone} locale={words.locale} />
    </>
  );
}
