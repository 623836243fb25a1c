import type { ReactNode } from "react";
import { Disclosure, type FactItem, Section } from "@/components/ui/blocks";
import { Button, type ButtonProps } from "@/components/ui/button";
import { ActionForm } from "./action-form";
import type { DashboardWords, PlainKey } from "./messages/words";
import type { FormAction } from "./shell-types";

/** A link in a text. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="underline underline-offset-2" href={href}>
      {children}
    </a>
  );
}

/** What is seldom done and hard to undo: behind its name, with what it means. */
export function FoldedAct({ title, means, ...press }: { title: string; means: ReactNode } & PressProps) {
  return (
    <Disclosure summary={title}>
      <p className="mb-3 max-w-[68ch] text-ink-2">{means}</p>
      <Press look="danger" {...press} />
    </Disclosure>
  );
}

/** What is next on a page about one thing: at the thumb on a phone, the largest thing above the rest on a wide screen. */
export function NextAct({ children }: { children: ReactNode }) {
  const big = "[&_:is(a,button)]:min-h-12 [&_:is(a,button)]:px-6 [&_:is(a,button)]:text-touch";
  const bar =
    "sticky bottom-0 z-10 order-last -mx-4 border-t-2 border-ink bg-paper px-4 py-3 max-nav:mt-8 max-nav:[&_:is(a,button)]:w-full";
  return (
    <div
      className={`${bar} ${big} nav:static nav:order-none nav:mx-0 nav:border-0 nav:px-0 nav:pt-0 nav:pb-6`}
    >
      {children}
    </div>
  );
}

/** Facts, and what happened beside them where the screen is wide. */
export function FactsBeside({ children }: { children: ReactNode }) {
  return (
    <div className="mt-10 grid items-start gap-x-10 xl:grid-cols-[22rem_minmax(0,1fr)] *:min-w-0 xl:*:mt-0">
      {children}
    </div>
  );
}

/** Facts by the keys of their labels. One without a value is left out. */
export function facts(words: DashboardWords, values: { [K in PlainKey]?: ReactNode }): FactItem[] {
  const known = Object.entries(values) as [PlainKey, ReactNode][];
  return known.flatMap(([key, value]) =>
    value === null || value === undefined || value === false || value === ""
      ? []
      : { label: words.loose(key, {}), value },
  );
}

interface PressProps extends Omit<ButtonProps, "action" | "className"> {
  action: FormAction;
  /** What its form sends. */
  fields?: Record<string, string>;
  /** Of the form. */
  className?: string;
}

/** A button that does something by itself. */
export function Press({ action, fields = {}, className, ...button }: PressProps) {
  return (
    <ActionForm to={{ action, fields }} className={className}>
      <Button {...button} />
    </ActionForm>
  );
}

/** What takes something away from payers: for a while, or for good. */
export function PauseOrDelete(props: {
  id: number;
  isActive: boolean;
  means: PlainKey;
  pause: FormAction;
  remove: { action: FormAction; means: PlainKey; go: PlainKey };
  words: DashboardWords;
}) {
  const { isActive, means, pause, remove, words } = props;
  const id = String(props.id);
  return (
    <Section title={words.text(isActive ? "pauseOrDelete" : "resumeOrDelete")}>
      <p className="max-w-[68ch] py-4 text-ink-2">{words.loose(means, {})}</p>
      <div className="flex flex-wrap items-start gap-4">
        <Press action={pause} fields={{ id, active: isActive ? "no" : "yes" }}>
          {words.text(isActive ? "pause" : "resume")}
        </Press>
        <Disclosure summary={words.text("delete")}>
          <ActionForm to={{ action: remove.action, fields: { id } }} className="grid max-w-72 gap-2">
            <p className="text-label">{words.loose(remove.means, {})}</p>
            <Button look="danger">{words.loose(remove.go, {})}</Button>
          </ActionForm>
        </Disclosure>
      </div>
    </Section>
  );
}
