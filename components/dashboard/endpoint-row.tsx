import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { StatusMark } from "@/components/ui/status-mark";
import { Timestamp } from "@/components/ui/timestamp";
import { ActionForm, type ActionTarget } from "./action-form";
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
  ping?: ActionTarget | null;
  /** Enables or disables. */
  toggle?: ActionTarget | null;
  deletion?: ActionTarget | null;
  /** The answer to a ping, the secret, or anything else said in place. */
  children?: ReactNode;
};

/** One endpoint in a `<ul>`. */
export function EndpointRow(props: EndpointRowProps) {
  const { url, href, mode, events, state, lastDelivery, timeZone } = props;
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
            <ModeTag mode={mode} />
          </p>
          <p className="mt-1 text-label text-ink-2">{events}</p>
        </div>
        <div className="text-label text-ink-2">
          {state === "disabled" ? (
            <StatusMark tone="ended">Disabled</StatusMark>
          ) : (
            <LastDelivery last={lastDelivery} timeZone={timeZone} />
          )}
        </div>
      </div>
      <EndpointActions {...props} />
      {props.children}
    </li>
  );
}

function LastDelivery({ last, timeZone }: { last: EndpointRowProps["lastDelivery"]; timeZone: string }) {
  if (!last) return <>Nothing delivered yet</>;
  return (
    <>
      <StatusMark tone={last.succeeded ? "ok" : "bad"}>{last.succeeded ? "Delivered" : "Failed"}</StatusMark>{" "}
      <Timestamp at={last.at} timeZone={timeZone} />
    </>
  );
}

function EndpointActions({ ping, toggle, deletion, state }: EndpointRowProps) {
  if (!ping && !toggle && !deletion) return null;
  return (
    <div className="flex flex-wrap items-start gap-2">
      {ping ? (
        <ActionForm to={ping}>
          <Button>Send test ping</Button>
        </ActionForm>
      ) : null}
      {toggle ? (
        <ActionForm to={toggle}>
          <Button>{state === "enabled" ? "Disable" : "Enable"}</Button>
        </ActionForm>
      ) : null}
      {deletion ? (
        <Disclosure summary="Delete">
          <ActionForm to={deletion} className="grid max-w-72 gap-2">
            <p className="text-label">
              Events that wait for this endpoint are not sent. The event log stays.
            </p>
            <Button look="danger">Delete this endpoint</Button>
          </ActionForm>
        </Disclosure>
      ) : null}
    </div>
  );
}
