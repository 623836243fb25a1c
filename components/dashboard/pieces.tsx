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
